/// The one of `names` that `word` may have been meant to be; nil if none is near.
///
/// Near means at most one edit for every three bytes of the longer one.
public func nearestName(to word: String, among names: [String]) -> String? {
  // A longer word cannot be near, and its distance would take long.
  guard word.utf8.count <= 64 else { return nil }
  let best = names.map { (name: $0, distance: editDistance(word, $0)) }
    .min { $0.distance < $1.distance }
  guard let best, best.distance <= max(word.utf8.count, best.name.utf8.count) / 3 else {
    return nil
  }
  return best.name
}

/// How many bytes have to be inserted, removed, replaced, or swapped with their neighbour to make
/// one word of the other; upper case counts as lower case (optimal string alignment).
func editDistance(_ one: String, _ other: String) -> Int {
  let (one, other) = (Array(one.lowercased().utf8), Array(other.lowercased().utf8))
  var beforeLast = [Int](repeating: 0, count: other.count + 1)
  var last = Array(0...other.count)
  for (i, byte) in one.enumerated() {
    var row = [i + 1]
    for (j, otherByte) in other.enumerated() {
      var distance = min(last[j + 1] + 1, row[j] + 1, last[j] + (byte == otherByte ? 0 : 1))
      if i > 0, j > 0, byte == other[j - 1], one[i - 1] == otherByte {
        distance = min(distance, beforeLast[j - 1] + 1)
      }
      row.append(distance)
    }
    (beforeLast, last) = (last, row)
  }
  return last[other.count]
}
