import type { Body } from './body.ts'
import type { Point } from './camera.ts'
import { darker } from './colors.ts'
import { area } from './shapes.ts'

/** The sides, each lit by the direction it faces: a band of narrow strips around the outline. */
export function drawSides({ look, deck, underside }: Body, outline: readonly Point[]): string {
  const edge = look.edge ?? look.deck
  const bottom = narrowed(outline)
  return outline
    .map((from, index) => {
      const to = outline[(index + 1) % outline.length]!
      const [along, across] = [to[0] - from[0], to[1] - from[1]]
      const length = Math.hypot(along, across) || 1
      // The outward normal, seen from above: u to the right, v to the viewer.
      const [right, front] = [across / length, -along / length]
      const light = 0.42 - right * 0.22 + front * 0.12
      const color = light > 0.42 ? darker(edge, 0.52 - light * 0.5) : darker(edge, 0.62 - light * 0.5)
      const quad = [
        deck(...from),
        deck(...to),
        underside(...bottom[(index + 1) % bottom.length]!),
        underside(...bottom[index]!),
      ]
      return area(quad, color, { stroke: color, 'stroke-width': 1 })
    })
    .join('')
}

/** The body narrows towards the table by a few millimetres. */
function narrowed(outline: readonly Point[]): Point[] {
  const middle = (axis: 0 | 1) => outline.reduce((sum, point) => sum + point[axis], 0) / outline.length
  const [middleU, middleV] = [middle(0), middle(1)]
  return outline.map(([u, v]) => [u + Math.sign(middleU - u) * 0.35, v + Math.sign(middleV - v) * 0.35])
}

/** The ports on the visible side. */
export function drawPorts({ thickness, camera, width, depth, seenFromRight }: Body): string {
  const x = (seenFromRight ? 1 : -1) * (width / 2 - 0.12)
  const [low, high] = [thickness * 0.42, thickness * 0.74]
  const port = (z: number, length: number) =>
    area(
      [
        camera([x, low, z]),
        camera([x, low, z + length]),
        camera([x, high, z + length]),
        camera([x, high, z]),
      ] as Point[],
      '#0d0e11',
      { opacity: 0.75 },
    )
  return [
    port(depth * 0.14, 1.4),
    port(depth * 0.28, 1.3),
    port(depth * 0.42, 0.9),
    port(depth * 0.54, 0.35),
  ].join('')
}
