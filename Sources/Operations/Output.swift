import Glibc

/// Writes all of `text` to a file descriptor, at once and without a buffer of its own, so that a
/// reader that waits for the line sees it. Returns false if the reader is gone.
@discardableResult
public func write(_ text: String, to descriptor: CInt) -> Bool {
  var text = text
  return text.withUTF8 { write(UnsafeRawBufferPointer($0), to: descriptor) }
}

/// Writes all of `bytes` to a file descriptor. Returns false if the reader is gone.
@discardableResult
public func write(_ bytes: UnsafeRawBufferPointer, to descriptor: CInt) -> Bool {
  var rest = bytes[...]
  while !rest.isEmpty {
    let written = Glibc.write(
      descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
    if written < 0 {
      if errno == EINTR { continue }
      return false
    }
    rest = rest.dropFirst(written)
  }
  return true
}
