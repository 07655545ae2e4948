/// Content that no cut leaves whole: it is shown 360 degrees wide around a longitude, and what lies
/// across the seam on the far side is divided there.
struct FitSeam {
  /// Degrees.
  let center: Double

  private var west: Double { center - 180 }
  private var east: Double { center + 180 }

  /// The pieces of a part, on either side of the seam.
  func divide(_ part: FitPart, _ body: (FitPart) -> Void) {
    let arc = part.arc
    let turn = ((center - arc.start) / 360).rounded() * 360
    // The copy that begins in the window.
    let start = arc.start + (arc.start + turn < west ? turn + 360 : turn)
    guard start + (arc.end - arc.start) > east + LongitudeCuts.rounding else { return body(part) }
    switch part {
    case .place: body(part)
    case .bounds(let bounds): divide(bounds, from: start, body)
    case .circle(let circle):
      // Its box holds all of it.
      if let box = circle.box { divide(box, from: start, body) }
    case .path(let positions): divide(positions, body)
    }
  }

  private func divide(_ box: CoordinateBounds, from start: Double, _ body: (FitPart) -> Void) {
    let rest = start + box.longitudeSpan - 360
    func piece(_ west: Double, _ east: Double) {
      let piece = CoordinateBounds(south: box.south, west: west, north: box.north, east: east)
      if let piece { body(.bounds(piece)) }
    }
    if rest >= start {
      piece(west, east)
    } else {
      piece(start, east)
      piece(west, rest)
    }
  }

  private func divide(_ positions: [Position], _ body: (FitPart) -> Void) {
    /// The number of the window that holds a longitude.
    func window(_ longitude: Double) -> Double { ((longitude - west) / 360).rounded(.down) }
    var piece: [Position] = []
    func append(_ longitude: Double, _ latitude: Double) {
      if let position = Position(longitude: longitude, latitude: min(max(latitude, -90), 90)) {
        piece.append(position)
      }
    }
    func end() {
      if !piece.isEmpty { body(.path(piece)) }
      piece = []
    }

    var last: Position?
    for position in positions {
      let to = window(position.longitude)
      if let last {
        let from = window(last.longitude)
        let (y0, y1) = (
          WebMercator.y(latitude: last.latitude), WebMercator.y(latitude: position.latitude)
        )
        /// Where the edge crosses the seam between window `number` - 1 and window `number`.
        func latitude(atSeam number: Double) -> Double {
          let x = west + 360 * number
          let share = (x - last.longitude) / (position.longitude - last.longitude)
          return WebMercator.latitude(y: y0 + min(max(share, 0), 1) * (y1 - y0))
        }
        let isEastward = to > from
        let (first, final) = isEastward ? (from + 1, to) : (from, to + 1)
        if from != to {
          append(isEastward ? east : west, latitude(atSeam: first))
          end()
          if first != final {
            // Once around or more: all crossings lie between the first and the last.
            for longitude in [west, east] {
              append(longitude, latitude(atSeam: first))
              append(longitude, latitude(atSeam: final))
            }
            end()
          }
          append(isEastward ? west : east, latitude(atSeam: final))
        }
      }
      append(position.longitude - 360 * to, position.latitude)
      last = position
    }
    end()
  }
}

extension FitContent.Circle {
  /// The box around the circle; a pole is in it if the circle holds it.
  fileprivate var box: CoordinateBounds? {
    let reach = radius / WebMercator.earthRadius * (180 / .pi)
    let (arc, south, north) = (arc, center.latitude - reach, center.latitude + reach)
    return CoordinateBounds(
      south: max(south, -90), west: arc.start, north: min(north, 90), east: arc.end)
  }
}

/// A piece of a divided part, and where in the request the part stands.
struct FitPiece {
  let part: FitPart
  let item: FitResult.Item
}

extension FitSeam {
  func pieces(of content: FitContent) -> [FitPiece] {
    var pieces: [FitPiece] = []
    content.forEachPart { part, item in
      divide(part) { pieces.append(FitPiece(part: $0, item: item)) }
    }
    return pieces
  }
}
