/// The rectangle that content has to stay in, in screen points from the optical centre: x right,
/// y up.
struct FitRoom: Hashable, Sendable {
  var left, right, bottom, top: Double

  var width: Double { right - left }
  var height: Double { top - bottom }
  var middle: (x: Double, y: Double) { ((left + right) / 2, (bottom + top) / 2) }

  /// What a footprint leaves for the place under it.
  func shrunk(by footprint: EdgeInsets) -> FitRoom {
    FitRoom(
      left: left + footprint.left, right: right - footprint.right,
      bottom: bottom + footprint.bottom, top: top - footprint.top)
  }
}

extension Viewport {
  /// What padding and `insets` leave of the viewport.
  func room(inside insets: EdgeInsets) throws(CameraError) -> FitRoom {
    // Half of the uneven padding is what the optical centre moves by.
    let shift = (
      x: padding.left / 2 - padding.right / 2, y: padding.bottom / 2 - padding.top / 2
    )
    let room = FitRoom(
      left: padding.left + insets.left - width / 2 - shift.x,
      right: width / 2 - padding.right - insets.right - shift.x,
      bottom: padding.bottom + insets.bottom - height / 2 - shift.y,
      top: height / 2 - padding.top - insets.top - shift.y)
    let free = (
      width: width - padding.left - padding.right - insets.left - insets.right,
      height: height - padding.top - padding.bottom - insets.top - insets.bottom
    )
    guard free.width > 0, room.width > 0 else {
      throw .noRoom("insets and padding leave \(free.width) of \(width) points of width")
    }
    guard free.height > 0, room.height > 0 else {
      throw .noRoom("insets and padding leave \(free.height) of \(height) points of height")
    }
    return room
  }
}
