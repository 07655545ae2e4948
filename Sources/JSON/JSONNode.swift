import CJSON

#if canImport(Glibc)
  import Glibc
#endif

/// A value of a text, valid only in the call that hands it over.
public struct JSONNode {
  public enum Kind: Sendable { case null, bool, number, string, array, object }

  private let raw: OpaquePointer?

  init(_ raw: OpaquePointer?) { self.raw = raw }

  public var kind: Kind {
    switch json_object_get_type(raw) {
    case json_type_boolean: .bool
    case json_type_int, json_type_double: .number
    case json_type_string: .string
    case json_type_array: .array
    case json_type_object: .object
    default: .null
    }
  }

  public var isTrue: Bool { kind == .bool && json_object_get_boolean(raw) != 0 }

  /// Nil unless it is a boolean.
  public var bool: Bool? { kind == .bool ? isTrue : nil }

  /// Nil unless it is a number. json-c clamps whole numbers beyond 64 bits.
  public var number: Double? { kind == .number ? json_object_get_double(raw) : nil }

  /// Nil unless it is a string.
  public var string: String? {
    guard kind == .string else { return nil }
    let start = UnsafeRawPointer(json_object_get_string(raw))
    let bytes = UnsafeRawBufferPointer(start: start, count: Int(json_object_get_string_len(raw)))
    return String(decoding: bytes, as: UTF8.self)
  }

  /// How many elements or members it has; 0 for other kinds.
  public var count: Int {
    switch kind {
    case .array: Int(json_object_array_length(raw))
    case .object: Int(json_object_object_length(raw))
    default: 0
    }
  }

  /// The element of an array at `index`, which must be below its count.
  public subscript(index: Int) -> JSONNode {
    precondition(kind == .array && 0..<count ~= index)
    return JSONNode(json_object_array_get_idx(raw, index))
  }

  /// The member of an object with this name; nil if there is none.
  public func member(_ name: StaticString) -> JSONNode? {
    var value: OpaquePointer?
    let key = UnsafeRawPointer(name.utf8Start).assumingMemoryBound(to: CChar.self)
    guard kind == .object, json_object_object_get_ex(raw, key, &value) != 0 else { return nil }
    return JSONNode(value)
  }

  /// Visits the members of an object in the order of the text; the name's bytes are valid in the
  /// call only.
  public func forEachMember<Failure>(
    _ visit: (_ name: UnsafeRawBufferPointer, _ value: JSONNode) throws(Failure) -> Void
  ) throws(Failure) {
    guard kind == .object, let raw else { return }
    var iterator = json_object_iter_begin(raw)
    var end = json_object_iter_end(raw)
    while json_object_iter_equal(&iterator, &end) == 0 {
      if let name = json_object_iter_peek_name(&iterator) {
        try visit(
          UnsafeRawBufferPointer(start: name, count: strlen(name)),
          JSONNode(json_object_iter_peek_value(&iterator)))
      }
      json_object_iter_next(&iterator)
    }
  }
}
