export type Point = readonly [x: number, y: number]
export type Point3 = readonly [x: number, y: number, z: number]

export const PICTURE = { width: 1600, height: 1200 } as const

/**
 * A camera that looks at `target` from `distance` centimetres away, turned by `yaw` and raised by `pitch` (radians).
 * Returns a function that projects a point of the room into the picture: x to the right, y up, z to the viewer.
 */
export function createCamera({
  yaw,
  pitch,
  distance,
  target,
  zoom,
}: {
  yaw: number
  pitch: number
  distance: number
  target: Point3
  zoom: number
}): (point: Point3) => Point {
  const [cosYaw, sinYaw] = [Math.cos(yaw), Math.sin(yaw)]
  const [cosPitch, sinPitch] = [Math.cos(pitch), Math.sin(pitch)]
  return ([px, py, pz]) => {
    const [dx, dy, dz] = [px - target[0], py - target[1], pz - target[2]]
    const x = dx * cosYaw - dz * sinYaw
    const back = dx * sinYaw + dz * cosYaw
    const y = dy * cosPitch - back * sinPitch
    const depth = distance - (dy * sinPitch + back * cosPitch)
    const scale = (zoom * PICTURE.width) / depth
    return [PICTURE.width / 2 + x * scale, PICTURE.height / 2 - y * scale]
  }
}

/** A flat surface in the room as a sheet to draw on: (u, v) in centimetres from its origin. */
export type Sheet = (u: number, v: number) => Point

export function createSheet(
  camera: (point: Point3) => Point,
  origin: Point3,
  uAxis: Point3,
  vAxis: Point3,
): Sheet {
  return (u, v) =>
    camera([
      origin[0] + uAxis[0] * u + vAxis[0] * v,
      origin[1] + uAxis[1] * u + vAxis[1] * v,
      origin[2] + uAxis[2] * u + vAxis[2] * v,
    ])
}
