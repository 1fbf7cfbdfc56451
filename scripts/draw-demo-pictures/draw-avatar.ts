import { createRandom, seedOf } from '#server/demo/random.ts'
import type { Point } from './camera.ts'
import { darker, lighter } from './colors.ts'
import { LETTERS } from './letters.ts'
import { area, line } from './shapes.ts'

const SIDE = 640
const GROUNDS = [
  '#b8552f',
  '#1f7a78',
  '#4d5b8c',
  '#6f7a3a',
  '#96555f',
  '#3f6a86',
  '#8a6a32',
  '#5b5568',
  '#2f6b4f',
  '#7a4a72',
]
const HEIGHT = 200
const GAP = 64

/** A person's initials on two planes of one colour, as SVG, square. The same name always gives the same text. */
export function drawAvatar(name: string): string {
  const random = createRandom(seedOf(name))
  const ground = random.pick(GROUNDS)
  const slope = random.between(-90, 90)
  const hinge = random.between(0.56, 0.66) * SIDE
  const initials = name.split(' ').map((word) => LETTERS[word[0] ?? '']!)
  const widths = initials.map(({ width }) => width * HEIGHT)
  let x = (SIDE - widths.reduce((sum, width) => sum + width, GAP * (initials.length - 1))) / 2
  const strokes = initials.flatMap((letter, index) => {
    const left = x
    x += widths[index]! + GAP
    return letter.strokes.map((stroke) =>
      line(
        stroke.map(([u, v]): Point => [left + u * HEIGHT, (SIDE - HEIGHT) / 2 + v * HEIGHT]),
        '#fffaf2',
        34,
      ),
    )
  })
  const base: Point[] = [
    [0, hinge - slope],
    [SIDE, hinge + slope],
    [SIDE, SIDE],
    [0, SIDE],
  ]
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SIDE} ${SIDE}" width="${SIDE}" height="${SIDE}">`,
    `<rect width="${SIDE}" height="${SIDE}" fill="${lighter(ground, 0.08)}"/>`,
    area(base, darker(ground, 0.16)),
    line(base.slice(0, 2), lighter(ground, 0.3), 5, { opacity: 0.7 }),
    ...strokes,
    '</svg>',
  ].join('')
}
