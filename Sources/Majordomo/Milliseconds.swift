/// Milliseconds; as a point in time, of a clock that only goes forward.
public typealias Milliseconds = Int64
