import type { Point } from './camera.ts'

type Stroke = readonly Point[]
type Letter = { width: number; strokes: readonly Stroke[] }

/** Part of an ellipse as points; angles in degrees, clockwise from three o'clock (y grows downwards). */
function arc(x: number, y: number, rx: number, ry: number, from: number, to: number): Point[] {
  const steps = 24
  return Array.from({ length: steps + 1 }, (_, step): Point => {
    const angle = ((from + ((to - from) * step) / steps) * Math.PI) / 180
    return [x + rx * Math.cos(angle), y + ry * Math.sin(angle)]
  })
}

const letter = (width: number, ...strokes: Stroke[]): Letter => ({ width, strokes })
const stem: Stroke = [
  [0, 0],
  [0, 1],
]
const bowl = (top: number, bottom: number, reach: number): Point[] => {
  const radius = (bottom - top) / 2
  return [[0, top], ...arc(reach - radius, top + radius, radius, radius, -90, 90), [0, bottom]]
}

/**
 * Letters as strokes of one pen, one unit high, so that pictures need no typeface of the machine that draws them. Y
 * grows downwards.
 */
export const LETTERS: Record<string, Letter> = {
  A: letter(
    0.82,
    [
      [0, 1],
      [0.41, 0],
      [0.82, 1],
    ],
    [
      [0.15, 0.64],
      [0.67, 0.64],
    ],
  ),
  B: letter(0.6, stem, bowl(0, 0.48, 0.55), bowl(0.48, 1, 0.6)),
  C: letter(0.78, arc(0.5, 0.5, 0.5, 0.5, -50, -310)),
  D: letter(0.74, stem, [[0, 0], [0.24, 0], ...arc(0.24, 0.5, 0.5, 0.5, -90, 90), [0, 1]]),
  E: letter(
    0.56,
    [
      [0.56, 0],
      [0, 0],
      [0, 1],
      [0.56, 1],
    ],
    [
      [0, 0.48],
      [0.48, 0.48],
    ],
  ),
  F: letter(
    0.54,
    [
      [0.54, 0],
      [0, 0],
      [0, 1],
    ],
    [
      [0, 0.48],
      [0.46, 0.48],
    ],
  ),
  G: letter(0.86, [...arc(0.5, 0.5, 0.5, 0.5, -48, -360), [0.56, 0.5]]),
  H: letter(
    0.68,
    stem,
    [
      [0.68, 0],
      [0.68, 1],
    ],
    [
      [0, 0.48],
      [0.68, 0.48],
    ],
  ),
  I: letter(0, stem),
  J: letter(0.46, [[0.46, 0], [0.46, 0.7], ...arc(0.18, 0.7, 0.28, 0.3, 0, 140)]),
  K: letter(
    0.62,
    stem,
    [
      [0.6, 0],
      [0, 0.58],
    ],
    [
      [0.2, 0.39],
      [0.62, 1],
    ],
  ),
  L: letter(0.5, [
    [0, 0],
    [0, 1],
    [0.5, 1],
  ]),
  M: letter(0.86, [
    [0, 1],
    [0, 0],
    [0.43, 0.66],
    [0.86, 0],
    [0.86, 1],
  ]),
  N: letter(0.7, [
    [0, 1],
    [0, 0],
    [0.7, 1],
    [0.7, 0],
  ]),
  O: letter(1, arc(0.5, 0.5, 0.5, 0.5, 0, 360)),
  P: letter(0.58, stem, bowl(0, 0.54, 0.58)),
  Q: letter(1, arc(0.5, 0.5, 0.5, 0.5, 0, 360), [
    [0.62, 0.68],
    [0.96, 1.02],
  ]),
  R: letter(0.6, stem, bowl(0, 0.52, 0.57), [
    [0.28, 0.52],
    [0.6, 1],
  ]),
  S: letter(0.56, [...arc(0.28, 0.255, 0.255, 0.255, -35, -270), ...arc(0.28, 0.755, 0.28, 0.245, -90, 148)]),
  T: letter(
    0.68,
    [
      [0, 0],
      [0.68, 0],
    ],
    [
      [0.34, 0],
      [0.34, 1],
    ],
  ),
  U: letter(0.66, [[0, 0], [0, 0.67], ...arc(0.33, 0.67, 0.33, 0.33, 180, 0), [0.66, 0]]),
  V: letter(0.76, [
    [0, 0],
    [0.38, 1],
    [0.76, 0],
  ]),
  W: letter(1.1, [
    [0, 0],
    [0.28, 1],
    [0.55, 0.2],
    [0.82, 1],
    [1.1, 0],
  ]),
  X: letter(
    0.7,
    [
      [0, 0],
      [0.7, 1],
    ],
    [
      [0.7, 0],
      [0, 1],
    ],
  ),
  Y: letter(
    0.72,
    [
      [0, 0],
      [0.36, 0.52],
      [0.72, 0],
    ],
    [
      [0.36, 0.52],
      [0.36, 1],
    ],
  ),
  Z: letter(0.62, [
    [0, 0],
    [0.62, 0],
    [0, 1],
    [0.62, 1],
  ]),
  0: letter(0.64, arc(0.32, 0.5, 0.32, 0.5, 0, 360)),
  1: letter(0.2, [
    [0, 0.2],
    [0.2, 0],
    [0.2, 1],
  ]),
  2: letter(0.56, [...arc(0.28, 0.28, 0.28, 0.28, 190, 395), [0, 1], [0.56, 1]]),
  3: letter(0.54, [...arc(0.26, 0.25, 0.25, 0.25, 200, 450), ...arc(0.26, 0.73, 0.28, 0.27, 270, 520)]),
  4: letter(0.62, [
    [0.46, 1],
    [0.46, 0],
    [0, 0.7],
    [0.62, 0.7],
  ]),
  5: letter(0.56, [[0.5, 0], [0.08, 0], [0.04, 0.42], ...arc(0.26, 0.68, 0.3, 0.32, 240, 505)]),
  6: letter(0.58, [[0.44, 0], [0.04, 0.58], ...arc(0.29, 0.7, 0.29, 0.3, 195, 555)]),
  7: letter(0.54, [
    [0, 0],
    [0.54, 0],
    [0.16, 1],
  ]),
  8: letter(0.56, arc(0.28, 0.24, 0.23, 0.24, 90, 450), arc(0.28, 0.74, 0.28, 0.26, -90, 270)),
  9: letter(0.58, [[0.14, 1], [0.54, 0.42], ...arc(0.29, 0.3, 0.29, 0.3, 15, 375)]),
}
