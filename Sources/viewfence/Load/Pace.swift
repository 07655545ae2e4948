/// When requests are due. Times are nanoseconds from the start.
struct Pace: Equatable {
  /// Requests a second; nil sends the next one when an answer came (a closed loop).
  var rate: Double?
  /// The rate grows evenly up to here.
  var ramp = 0
  var duration: Int
  /// The most requests; nil is as many as there are time for.
  var count: Int?

  /// The part of one of `clients`, which have an equal share.
  func share(of clients: Int, client: Int) -> Pace {
    var pace = self
    pace.rate = rate.map { $0 / Double(clients) }
    pace.count = count.map { $0 / clients + (client < $0 % clients ? 1 : 0) }
    return pace
  }

  /// When request `number` is due; nil if there is none, or no time is set for it.
  ///
  /// With a ramp of r seconds to the rate R, t seconds after the start R t^2 / 2r requests were due,
  /// and R (t - r / 2) after its end.
  func due(_ number: Int) -> Int? {
    guard let rate, number < count ?? .max else { return nil }
    let (wanted, ramp) = (Double(number), Double(ramp) / 1e9)
    let seconds =
      wanted < rate * ramp / 2
      ? (2 * ramp * wanted / rate).squareRoot() : wanted / rate + ramp / 2
    let time = seconds * 1e9
    return time < Double(duration) ? Int(time.rounded()) : nil
  }

  /// Whether the closed loop sends request `number` at `time`.
  func allows(_ number: Int, at time: Int) -> Bool { time < duration && number < count ?? .max }
}
