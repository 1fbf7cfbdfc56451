import type { Random } from '#server/demo/random.ts'
import type { Point, Sheet } from './camera.ts'
import { darker, lighter, mix } from './colors.ts'
import { area, ellipse, gradient, line, on, roundedRect } from './shapes.ts'

type Palette = { sky: string; far: string; near: string; light: string }

const PALETTES: Palette[] = [
  { sky: '#f4dcc3', far: '#e59a6b', near: '#8c4a3c', light: '#fff3df' },
  { sky: '#cfe3e6', far: '#5b9ea6', near: '#1f545f', light: '#f7fbf6' },
  { sky: '#dfe0f0', far: '#8a8fc4', near: '#3c3f73', light: '#fdf6ea' },
  { sky: '#e6ead2', far: '#94a66a', near: '#42552f', light: '#fffbe9' },
  { sky: '#1d2b4a', far: '#35507c', near: '#0f1a30', light: '#f5e3bd' },
  { sky: '#f1d5d2', far: '#c97a7c', near: '#6d3346', light: '#fff4ec' },
  { sky: '#d9e6f4', far: '#6f9bd0', near: '#24446f', light: '#ffffff' },
  { sky: '#efe6d4', far: '#c9a86a', near: '#5d4a2c', light: '#fffaf0' },
  { sky: '#25313f', far: '#4f6f80', near: '#141c26', light: '#e9e2cf' },
  { sky: '#f6e2d3', far: '#e8763f', near: '#7a2f1d', light: '#fff4ea' },
  { sky: '#e3e6ea', far: '#8d97a5', near: '#39424f', light: '#ffffff' },
  { sky: '#e4def0', far: '#9a7fb8', near: '#473161', light: '#fdf3e6' },
]

type Screen = { sheet: Sheet; width: number; height: number }
type Scene = (screen: Screen, palette: Palette, random: Random) => string

/** Hills behind hills, under a sun or a moon. */
const hills: Scene = ({ sheet, width, height }, { far, near, light }, random) => {
  const sun = ellipse(
    width * random.between(0.2, 0.8),
    height * random.between(0.22, 0.4),
    height * 0.11,
    height * 0.11,
  )
  const out = [area(on(sheet, sun), light, { opacity: 0.95 })]
  const layers = 4
  for (let layer = 0; layer < layers; layer++) {
    const share = layer / (layers - 1)
    const base = height * (0.5 + 0.13 * layer)
    const [a, b] = [random.between(0, 6), random.between(0, 6)]
    const ridge = Array.from({ length: 41 }, (_, step): Point => {
      const x = step / 40
      const swing = Math.sin(a + x * (4 + layer)) * 0.05 + Math.sin(b + x * (9 + layer * 2)) * 0.022
      return [width * x, base + height * swing]
    })
    out.push(
      area(on(sheet, [...ridge, [width, height], [0, height]]), mix(mix(far, light, 0.35), near, share)),
    )
  }
  return out.join('')
}

/** Large sheets of paper laid over each other. */
const folds: Scene = ({ sheet, width, height }, { far, near, light }, random) => {
  const tilt = random.between(0.25, 0.5)
  return [0.18, 0.38, 0.58, 0.78]
    .map((from, index) => {
      const x = width * (from + random.between(-0.03, 0.03))
      const shape: Point[] = [
        [x + height * tilt, 0],
        [width, 0],
        [width, height],
        [x - height * tilt * 0.4, height],
      ]
      return area(on(sheet, shape), mix(mix(light, far, 0.35), near, index / 3.4), { opacity: 0.92 })
    })
    .join('')
}

/** Rings in still water. */
const rings: Scene = ({ sheet, width, height }, { far, near, light }, random) => {
  const [u, v] = [width * random.between(0.55, 0.8), height * random.between(0.45, 0.75)]
  return [1.5, 1.18, 0.9, 0.64, 0.4, 0.18]
    .map((size, index) => {
      const points = ellipse(u, v, height * size, height * size, 72).map(
        ([x, y]): Point => [Math.min(width, Math.max(0, x)), Math.min(height, Math.max(0, y))],
      )
      return area(on(sheet, points), mix(mix(far, near, 0.6), light, index / 6))
    })
    .join('')
}

/** Long waves, one under the other. */
const waves: Scene = ({ sheet, width, height }, { far, near, light }, random) => {
  const phase = random.between(0, 6)
  return Array.from({ length: 6 }, (_, index) => {
    const crest = Array.from({ length: 41 }, (_, step): Point => {
      const x = step / 40
      return [
        width * x,
        height * (0.26 + index * 0.13) + height * 0.09 * Math.sin(phase + index * 0.75 + x * 5.2),
      ]
    })
    return area(
      on(sheet, [...crest, [width, height], [0, height]]),
      mix(mix(light, far, 0.5), near, index / 5),
    )
  }).join('')
}

const SCENES: Scene[] = [hills, folds, rings, waves]

/** A wallpaper on the screen, the row of app icons below, and the light of the room on the glass. */
export function drawWallpaper(screen: Screen, random: Random): string {
  const { sheet, width, height } = screen
  const palette = random.pick(PALETTES)
  const scene = random.pick(SCENES)
  const edge: Point[] = [
    [0, 0],
    [width, 0],
    [width, height],
    [0, height],
  ]
  const bar = height * 0.065
  const marks = random.whole(5, 7)
  const size = bar * 0.5
  const start = width / 2 - (marks * size * 1.7) / 2
  const colors = [palette.light, palette.far, lighter(palette.far, 0.4), lighter(palette.near, 0.3)]
  return [
    `<defs>${gradient('sky', sheet(0, 0), sheet(0, height), [
      [0, darker(palette.sky, 0.06)],
      [0.7, lighter(palette.sky, 0.25)],
      [1, palette.light],
    ])}${gradient('glass', sheet(width * 0.1, 0), sheet(width * 0.75, height), [
      [0, '#ffffff', 0.2],
      [0.45, '#ffffff', 0.05],
      [0.451, '#ffffff', 0],
      [1, '#ffffff', 0],
    ])}</defs>`,
    area(on(sheet, edge), 'url(#sky)'),
    scene(screen, palette, random),
    area(
      on(sheet, [
        [0, height - bar],
        [width, height - bar],
        [width, height],
        [0, height],
      ]),
      darker(palette.near, 0.5),
      { opacity: 0.55 },
    ),
    ...Array.from({ length: marks }, (_, index) =>
      area(
        on(sheet, roundedRect(start + index * size * 1.7, height - bar + size / 2, size, size, size * 0.25)),
        colors[index % colors.length]!,
        { opacity: 0.9 },
      ),
    ),
    line(
      on(sheet, [
        [width * 0.93, height - bar / 2],
        [width * 0.965, height - bar / 2],
      ]),
      palette.light,
      2,
      { opacity: 0.7 },
    ),
    area(on(sheet, edge), 'url(#glass)'),
  ].join('')
}
