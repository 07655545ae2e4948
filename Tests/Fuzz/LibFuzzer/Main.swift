import Glibc

/// What VIEWFENCE_FUZZ names.
nonisolated(unsafe) private let judge: (UnsafeRawBufferPointer) -> String? = {
  let name = getenv("VIEWFENCE_FUZZ").map { String(cString: $0) } ?? ""
  guard let target = FuzzTarget(rawValue: name) else { fatalError("VIEWFENCE_FUZZ: \(name)") }
  return target.judge()
}()

@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  if let fault = judge(UnsafeRawBufferPointer(start: start, count: count)) { fatalError(fault) }
  return 0
}
