/// Sorts parts by where they begin, in time proportional to their number unless they crowd.
///
/// Many are first dealt out to as many stretches of longitude as there are parts. A few need no memory
/// beside their own.
func sortByStart(_ parts: UnsafeMutableBufferPointer<FitSortedPart>) {
  guard parts.count > 64 else { return insertionSort(parts) }
  let scale = Double(parts.count) / 360
  func stretch(_ part: FitSortedPart) -> Int {
    let place = (part.arc.start + 180) * scale
    // In this order what is no number is 0.
    return place > 0 ? Int(min(place, Double(parts.count - 1))) : 0
  }
  var ends = [Int](repeating: 0, count: parts.count + 1)
  for part in parts { ends[stretch(part) + 1] += 1 }
  for index in 1..<ends.count { ends[index] += ends[index - 1] }
  // `ends` holds where each stretch begins, and after dealing out where it ends.
  for part in Array(parts) {
    let stretch = stretch(part)
    parts[ends[stretch]] = part
    ends[stretch] += 1
  }
  var start = 0
  for end in ends.dropLast() where end > start {
    let members = UnsafeMutableBufferPointer(rebasing: parts[start..<end])
    if members.count <= 64 {
      insertionSort(members)
    } else {
      var crowd = members
      crowd.sort(by: isBefore)
    }
    start = end
  }
}

private func isBefore(_ a: FitSortedPart, _ b: FitSortedPart) -> Bool {
  a.arc.start != b.arc.start ? a.arc.start < b.arc.start : a.arc.end < b.arc.end
}

private func insertionSort(_ parts: UnsafeMutableBufferPointer<FitSortedPart>) {
  for end in parts.indices.dropFirst() {
    let part = parts[end]
    var index = end
    while index > 0, isBefore(part, parts[index - 1]) {
      parts[index] = parts[index - 1]
      index -= 1
    }
    parts[index] = part
  }
}

/// Brings anchors into the order of their parts, so that a pass over many stays in step with memory.
func arrange(
  _ anchors: UnsafeMutableBufferPointer<FitAnchor>,
  along parts: UnsafeMutableBufferPointer<FitSortedPart>
) {
  guard parts.count > 64 else { return }
  let drawn = Array(anchors)
  var count = 0
  for index in parts.indices {
    let first = parts[index].firstAnchor
    parts[index].firstAnchor = count
    for anchor in drawn[first..<first + parts[index].anchorCount] {
      anchors[count] = anchor
      count += 1
    }
  }
}
