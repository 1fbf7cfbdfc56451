import type { Random } from '#server/demo/random.ts'
import { createCamera, createSheet, type Point3, type Sheet } from './camera.ts'
import type { Look } from './looks.ts'

/** An open laptop in the room, with the camera in front of it. Lengths in centimetres. */
export type Body = {
  look: Look
  width: number
  depth: number
  lidHeight: number
  thickness: number
  screen: { left: number; top: number; width: number; height: number }
  camera: (point: Point3) => readonly [number, number]
  /** Sheets to draw on: the deck (v runs to the viewer), its outline on the table, the lid's front and back (v runs down). */
  deck: Sheet
  underside: Sheet
  lidFront: Sheet
  lidBack: Sheet
  /** Whether the camera sees the right side of the base rather than the left. */
  seenFromRight: boolean
  /** The width of a thin line, in pixels. */
  pen: number
  wear: 0 | 1 | 2
}

const BEZELS = {
  slim: { side: 0.6, top: 0.85, chin: 1.5 },
  middle: { side: 0.9, top: 1.2, chin: 2 },
  wide: { side: 1.35, top: 1.7, chin: 2.5 },
}
const LID_THICKNESS = 0.55

export function createBody(look: Look, wear: 0 | 1 | 2, random: Random): Body {
  const bezel = BEZELS[look.bezel]
  const [across, down] = look.ratio === '16:9' ? [16, 9] : [16, 10]
  const unit = (look.inches * 2.54) / Math.hypot(across, down)
  const screen = { left: bezel.side, top: bezel.top, width: across * unit, height: down * unit }
  const width = screen.width + 2 * bezel.side
  const lidHeight = screen.height + bezel.top + bezel.chin
  const depth = Math.max(lidHeight + 0.4, 20.4)

  const thickness = look.thickness * 0.8
  const open = (random.between(104, 112) * Math.PI) / 180
  const yaw = (random.chance(0.5) ? 1 : -1) * random.between(0.16, 0.52)
  const camera = createCamera({
    yaw,
    pitch: random.between(0.37, 0.46),
    distance: 92,
    target: [0, lidHeight * 0.36, depth * 0.36],
    zoom: 1.62 * (34 / (width * 0.72 + depth * 0.42)),
  })
  const up: Point3 = [0, Math.sin(open), Math.cos(open)]
  const lidTop: Point3 = [-width / 2, thickness + lidHeight * up[1], 0.1 + lidHeight * up[2]]
  const behind: Point3 = [
    lidTop[0],
    lidTop[1] + Math.cos(open) * LID_THICKNESS,
    lidTop[2] - Math.sin(open) * LID_THICKNESS,
  ]
  const down3: Point3 = [0, -up[1], -up[2]]
  const right: Point3 = [1, 0, 0]
  const forward: Point3 = [0, 0, 1]
  return {
    look,
    width,
    depth,
    lidHeight,
    thickness,
    screen,
    camera,
    deck: createSheet(camera, [-width / 2, thickness, 0], right, forward),
    underside: createSheet(camera, [-width / 2, 0.12, 0], right, forward),
    lidFront: createSheet(camera, lidTop, right, down3),
    lidBack: createSheet(camera, behind, right, down3),
    seenFromRight: yaw > 0,
    pen: 1.6,
    wear,
  }
}
