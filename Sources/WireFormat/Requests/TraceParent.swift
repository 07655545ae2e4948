/// Whether `text` is a `traceparent` of W3C Trace Context: version, trace id, parent id and flags in
/// lower-case hexadecimal, neither id all zeros; later versions may append to it.
func isTraceParent(_ text: String) -> Bool {
  let bytes = Array(text.utf8)
  guard bytes.count >= 55, bytes.count <= 512, bytes[2] == UInt8(ascii: "-"), bytes[35] == bytes[2],
    bytes[52] == bytes[2]
  else { return false }
  let parts = [bytes[0..<2], bytes[3..<35], bytes[36..<52], bytes[53..<55]]
  guard parts.joined().allSatisfy("0123456789abcdef".utf8.contains),
    !parts[0].elementsEqual("ff".utf8),
    !parts[1...2].contains(where: { $0.allSatisfy { $0 == UInt8(ascii: "0") } })
  else { return false }
  return bytes.count == 55
    || !parts[0].elementsEqual("00".utf8) && bytes[55] == UInt8(ascii: "-")
}
