import type { Random } from '#server/demo/random.ts'
import type { Point, Sheet } from './camera.ts'
import { darker, lighter } from './colors.ts'
import { area, ellipse, line, on, roundedRect } from './shapes.ts'

type Deck = { sheet: Sheet; width: number; depth: number; color: string; pen: number; palmRest: number }

/** Marks on the deck: none as new, a few fine scratches in good condition, worn edges and patches in fair. */
export function drawDeckWear(
  { sheet, width, depth, color, pen, palmRest }: Deck,
  wear: 0 | 1 | 2,
  random: Random,
): string {
  if (wear === 0) return ''
  const out: string[] = []
  const bright = lighter(color, 0.45)
  for (let count = 0; count < 3 + wear * 4; count++) {
    const [u, v] = [random.between(1, width - 3), random.between(palmRest + 0.6, depth - 0.8)]
    out.push(
      line(
        on(sheet, scratch(u, v, random.between(0.5, 1 + wear * 0.8), random)),
        bright,
        pen * random.between(0.5, 1),
        { opacity: 0.3 + wear * 0.15 },
      ),
    )
  }
  // The coating is polished where the hands rest.
  for (const u of [width * 0.2, width * 0.8])
    out.push(
      area(on(sheet, ellipse(u, depth - 2.6, 2.7, 1.5)), bright, {
        opacity: 0.1 * wear,
        filter: 'url(#close)',
      }),
    )
  if (wear === 2) {
    for (const [from, to] of [
      [0.06, 0.2],
      [0.34, 0.4],
      [0.71, 0.9],
    ] as const)
      out.push(
        line(
          on(sheet, ragged(width * from, width * to, depth - 0.12, random)),
          lighter(color, 0.6),
          pen * 2.4,
          { opacity: 0.85 },
        ),
      )
    const corner = random.chance(0.5) ? 0.75 : width - 0.75
    out.push(area(on(sheet, ellipse(corner, depth - 0.7, 0.55, 0.4)), darker(color, 0.4), { opacity: 0.6 }))
    out.push(
      area(on(sheet, ellipse(corner + 0.08, depth - 0.62, 0.36, 0.24)), lighter(color, 0.3), {
        opacity: 0.7,
      }),
    )
    // What a sticker leaves behind.
    out.push(area(on(sheet, roundedRect(1.5, depth - 4.6, 2.4, 1.9, 0.2)), '#f3ead6', { opacity: 0.16 }))
    out.push(area(on(sheet, roundedRect(1.6, depth - 3.4, 1.1, 0.6, 0.2)), '#f3ead6', { opacity: 0.2 }))
  }
  return out.join('')
}

/** Marks on the screen's bezel. The glass itself has none: a broken one would not be on sale. */
export function drawLidWear(
  sheet: Sheet,
  [width, height]: [number, number],
  frame: string,
  pen: number,
  wear: 0 | 1 | 2,
  random: Random,
): string {
  if (wear === 0) return ''
  return Array.from({ length: wear * 3 }, () => {
    const along = random.between(0.5, width - 2)
    const v = random.chance(0.5) ? random.between(0.15, 0.45) : height - random.between(0.2, 0.7)
    return line(
      on(sheet, scratch(along, v, random.between(0.3, 0.9), random)),
      lighter(frame, 0.5),
      pen * 0.7,
      { opacity: 0.3 + wear * 0.15 },
    )
  }).join('')
}

function scratch(u: number, v: number, length: number, random: Random): Point[] {
  const angle = random.between(-0.5, 0.5)
  const bend = random.between(-0.1, 0.1)
  return [
    [u, v],
    [u + (length / 2) * Math.cos(angle), v + (length / 2) * Math.sin(angle) + bend],
    [u + length * Math.cos(angle), v + length * Math.sin(angle)],
  ]
}

function ragged(from: number, to: number, v: number, random: Random): Point[] {
  const steps = Math.ceil((to - from) / 0.4)
  return Array.from(
    { length: steps + 1 },
    (_, step): Point => [from + ((to - from) * step) / steps, v - random.between(0, 0.09)],
  )
}
