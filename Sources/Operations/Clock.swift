import CPlatform

/// The time, for those at the edge; the logic gets it as an argument.
public enum Clock {
  /// Nanoseconds of a clock that only goes forward, from an arbitrary beginning.
  public static var nanoseconds: Int64 { cplatform_monotonic_ns() }

  /// The same in milliseconds.
  public static var milliseconds: Int64 { nanoseconds / 1_000_000 }

  /// Microseconds since 1970-01-01T00:00Z.
  public static var wallMicroseconds: Int64 { cplatform_wall_us() }
}
