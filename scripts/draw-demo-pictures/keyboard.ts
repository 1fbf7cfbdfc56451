import type { Random } from '#server/demo/random.ts'
import type { Sheet } from './camera.ts'
import { darker, lighter, mix } from './colors.ts'
import { LETTERS } from './letters.ts'
import { area, line, on, roundedRect } from './shapes.ts'

const letters = (text: string): [number, string][] => [...text].map((one) => [1, one])
const blanks = (count: number): [number, string][] => Array.from({ length: count }, () => [1, ''])
/** Rows of keys, each as [width in key widths, legend]. Every row is fifteen widths long. */
const ROWS: [number, string][][] = [
  blanks(15),
  [[1, ''], ...letters('1234567890'), [1, ''], [1, ''], [2, '']],
  [[1.5, ''], ...letters('QWERTYUIOP'), [1, ''], [1, ''], [1.5, '']],
  [[1.75, ''], ...letters('ASDFGHJKL'), [1, ''], [1, ''], [2.25, '']],
  [[2.25, ''], ...letters('ZXCVBNM'), ...blanks(3), [2.75, '']],
  [[1.25, ''], ...blanks(3), [5.75, ''], ...blanks(2), [1, ''], [1, 'updown'], [1, '']],
]
const NUMPAD_COLUMNS = 4
const TOP_ROW_HEIGHT = 0.62
const GAP = 0.17

type Keyboard = { left: number; top: number; pitch: number; numpad: boolean }
export const keyboardWidth = ({ pitch, numpad }: Pick<Keyboard, 'pitch' | 'numpad'>): number =>
  pitch * (numpad ? 15.3 + NUMPAD_COLUMNS * 0.9 : 15)
export const keyboardDepth = ({ pitch }: Pick<Keyboard, 'pitch'>): number => pitch * (5 + TOP_ROW_HEIGHT)

type Paint = { keys: string; deck: string; glow: string | undefined; pen: number; wear: 0 | 1 | 2 }

/** All keys with their legends and wear: `wear` 0 is as new, 1 shiny where fingers rest, 2 with letters rubbed off. */
export function drawKeys(deck: Sheet, board: Keyboard, paint: Paint, random: Random): string {
  const out: string[] = []
  const key = (u: number, v: number, width: number, height: number, label: string) =>
    out.push(drawKey(deck, [u, v, width - GAP, height - GAP], label, paint, random))
  let v = board.top
  ROWS.forEach((row, index) => {
    const height = board.pitch * (index === 0 ? TOP_ROW_HEIGHT : 1)
    let u = board.left
    for (const [widths, label] of row) {
      const width = widths * board.pitch
      if (label === 'updown') {
        key(u, v, width, height / 2, '')
        key(u, v + height / 2, width, height / 2, '')
      } else key(u, v, width, height, label)
      u += width
    }
    if (board.numpad) {
      const small = board.pitch * 0.9
      for (let column = 0; column < NUMPAD_COLUMNS; column++)
        key(u + board.pitch * 0.3 + column * small, v, small, height, '')
    }
    v += height
  })
  return out.join('')
}

function drawKey(
  deck: Sheet,
  [u, v, width, height]: [number, number, number, number],
  label: string,
  { keys, deck: around, glow, pen, wear }: Paint,
  random: Random,
): string {
  const cap = mix(keys, random.chance(0.5) ? '#ffffff' : '#000000', random.next() * 0.03)
  const out = [
    area(
      on(deck, roundedRect(u, v + 0.06, width, height + 0.03, 0.2)),
      darker(mix(keys, around, 0.25), 0.55),
    ),
    area(on(deck, roundedRect(u, v, width, height, 0.2)), cap),
    line(
      on(deck, [
        [u + 0.22, v + 0.04],
        [u + width - 0.22, v + 0.04],
      ]),
      lighter(cap, 0.22),
      pen * 0.7,
      { opacity: 0.7 },
    ),
  ]
  const oftenUsed = 'EARTSION'.includes(label || '-') || width > 8
  if (wear > 0 && oftenUsed)
    out.push(
      area(
        on(deck, roundedRect(u + width * 0.2, v + height * 0.16, width * 0.6, height * 0.55, 0.5)),
        lighter(cap, 0.5),
        {
          opacity: 0.07 * wear,
        },
      ),
    )
  const rubbedOff = wear === 2 && oftenUsed && random.chance(0.45)
  const drawn = LETTERS[label]
  if (drawn && !rubbedOff) {
    const size = 0.5
    const ink = glow ?? (isDark(keys) ? '#d9dbe0' : '#4a4d54')
    for (const stroke of drawn.strokes)
      out.push(
        line(
          on(
            deck,
            stroke.map(([x, y]) => [u + 0.3 + x * size, v + 0.3 + y * size]),
          ),
          ink,
          pen,
          { opacity: glow ? 0.95 : 0.75 },
        ),
      )
  } else if (!label && width < 3 && height > 0.7)
    // Function keys have labels too small to read: a short line each.
    out.push(
      line(
        on(deck, [
          [u + 0.32, v + 0.42],
          [u + 0.32 + Math.min(0.6, width * 0.35), v + 0.42],
        ]),
        glow ?? (isDark(keys) ? '#d9dbe0' : '#4a4d54'),
        pen,
        {
          opacity: 0.4,
        },
      ),
    )
  return out.join('')
}

export const isDark = (color: string): boolean => Number.parseInt(color.slice(3, 5), 16) < 120
