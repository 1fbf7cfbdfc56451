import type { Point, Sheet } from './camera.ts'

const round = (value: number) => Math.round(value * 10) / 10

/** Points as an SVG path. */
export function path(points: readonly Point[], { closed = true } = {}): string {
  const steps = points.map(([x, y], index) => `${index === 0 ? 'M' : 'L'}${round(x)} ${round(y)}`)
  return steps.join('') + (closed ? 'Z' : '')
}

/** A rectangle with round corners in its own units, as points along its edge. */
export function roundedRect(u: number, v: number, width: number, height: number, radius: number): Point[] {
  const r = Math.min(radius, width / 2, height / 2)
  const corners: [number, number, number][] = [
    [u + width - r, v + r, -90],
    [u + width - r, v + height - r, 0],
    [u + r, v + height - r, 90],
    [u + r, v + r, 180],
  ]
  const steps = r > 0.5 ? 8 : 3
  return corners.flatMap(([cu, cv, from]) =>
    Array.from({ length: steps + 1 }, (_, step): Point => {
      const angle = ((from + (90 * step) / steps) * Math.PI) / 180
      return [cu + r * Math.cos(angle), cv + r * Math.sin(angle)]
    }),
  )
}

export function ellipse(u: number, v: number, ru: number, rv: number, steps = 40): Point[] {
  return Array.from({ length: steps }, (_, step): Point => {
    const angle = (2 * Math.PI * step) / steps
    return [u + ru * Math.cos(angle), v + rv * Math.sin(angle)]
  })
}

/** Points of a sheet, projected into the picture. */
export const on = (sheet: Sheet, points: readonly Point[]): Point[] => points.map(([u, v]) => sheet(u, v))

/** The convex hull of points: the outline of a solid, given the points of its faces. */
export function hull(points: readonly Point[]): Point[] {
  const sorted = [...points].sort((a, b) => a[0] - b[0] || a[1] - b[1])
  const half = (ordered: readonly Point[]) => {
    const chain: Point[] = []
    for (const point of ordered) {
      while (chain.length > 1 && turn(chain[chain.length - 2]!, chain[chain.length - 1]!, point) <= 0)
        chain.pop()
      chain.push(point)
    }
    return chain.slice(0, -1)
  }
  return [...half(sorted), ...half(sorted.reverse())]
}

const turn = (a: Point, b: Point, c: Point) => (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])

type Attributes = Record<string, string | number | undefined>
const written = (attributes: Attributes) =>
  Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => ` ${name}="${value}"`)
    .join('')

export const area = (points: readonly Point[], fill: string, more: Attributes = {}): string =>
  `<path d="${path(points)}" fill="${fill}"${written(more)}/>`

export const line = (
  points: readonly Point[],
  stroke: string,
  width: number,
  more: Attributes = {},
): string =>
  `<path d="${path(points, { closed: false })}" fill="none" stroke="${stroke}" stroke-width="${round(width)}" stroke-linecap="round" stroke-linejoin="round"${written(more)}/>`

/** A gradient from one point of the picture to another; stops are [offset, colour, opacity]. */
export function gradient(
  id: string,
  [x1, y1]: Point,
  [x2, y2]: Point,
  stops: readonly (readonly [number, string, number?])[],
): string {
  const inner = stops.map(
    ([offset, color, opacity]) =>
      `<stop offset="${offset}" stop-color="${color}"${opacity === undefined ? '' : ` stop-opacity="${opacity}"`}/>`,
  )
  return `<linearGradient id="${id}" gradientUnits="userSpaceOnUse" x1="${round(x1)}" y1="${round(y1)}" x2="${round(x2)}" y2="${round(y2)}">${inner.join('')}</linearGradient>`
}
