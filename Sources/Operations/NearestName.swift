/// The name among `names` that a misspelt `word` most likely meant; nil if none is near.
///
/// Near means at most one edit for every three letters of the word, and at least one.
public func nearestName(to word: String, among names: [String]) -> String? {
  let allowed = max(1, word.utf8.count / 3)
  let ranked = names.map { (name: $0, edits: edits(from: word, to: $0)) }
  guard let best = ranked.min(by: { $0.edits < $1.edits }), best.edits <= allowed else {
    return nil
  }
  return best.name
}

/// Insertions, deletions, replacements and swaps of neighbours that turn one text into the other.
/// (Optimal string alignment distance.)
func edits(from first: String, to second: String) -> Int {
  let (a, b) = (Array(first.utf8), Array(second.utf8))
  var beforeLast: [Int] = []
  var last = Array(0...b.count)
  for i in a.indices {
    var row = [i + 1]
    for j in b.indices {
      var least = min(last[j + 1] + 1, row[j] + 1, last[j] + (a[i] == b[j] ? 0 : 1))
      if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
        least = min(least, beforeLast[j - 1] + 1)
      }
      row.append(least)
    }
    (beforeLast, last) = (last, row)
  }
  return last[b.count]
}
