import type { Body } from './body.ts'
import { lighter } from './colors.ts'
import { area, line, on, roundedRect } from './shapes.ts'

/** The hinge between lid and base: a dark trough in the deck in which the lid's foot turns. */
export function drawHinge({ look, deck, lidFront, lidHeight, width }: Body): string {
  const spans = {
    bar: [[0.1, 0.9]],
    raised: [[0.05, 0.95]],
    two: [
      [0.08, 0.24],
      [0.76, 0.92],
    ],
  }[look.hinge] as [number, number][]
  const foot = look.hinge === 'raised' ? 0.75 : 0.5
  const metal = '#24262b'
  const shade = on(deck, [
    [0.5, 0.02],
    [width - 0.5, 0.02],
    [width - 0.9, 1.25],
    [0.9, 1.25],
  ])
  const parts = spans.map(([from, to]) => {
    const [left, right] = [width * from, width * to]
    const top = lidHeight - foot
    return [
      area(on(deck, roundedRect(left - 0.15, -0.1, right - left + 0.3, 0.85, 0.2)), '#101114'),
      area([lidFront(left, top), lidFront(right, top), deck(right, 0.48), deck(left, 0.48)], metal),
      line([lidFront(left, top + foot * 0.6), lidFront(right, top + foot * 0.6)], lighter(metal, 0.4), 2.2, {
        opacity: 0.85,
      }),
    ].join('')
  })
  return area(shade, '#0b0c10', { opacity: 0.18 }) + parts.join('')
}
