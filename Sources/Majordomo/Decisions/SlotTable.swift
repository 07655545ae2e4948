/// Elements under small numbers. A number that was given back is used again for the next element;
/// until then the old one can still be looked at.
struct SlotTable<Element> {
  private var elements: [Element] = []
  private var free: [Int] = []

  /// All numbers that ever were given out, those that are free now too.
  var numbers: Range<Int> { elements.indices }

  mutating func insert(_ element: Element) -> Int {
    guard let number = free.popLast() else {
      elements.append(element)
      return elements.count - 1
    }
    elements[number] = element
    return number
  }

  mutating func giveBack(_ number: Int) { free.append(number) }

  subscript(number: Int) -> Element {
    // In place: a copy of what holds an array would copy the array too.
    _read { yield elements[number] }
    _modify { yield &elements[number] }
  }
}
