import type { Random } from '#server/demo/random.ts'
import type { Body } from './body.ts'
import { darker, lighter, mix } from './colors.ts'
import { drawHinge } from './hinge.ts'
import { drawKeys, isDark, keyboardDepth, keyboardWidth } from './keyboard.ts'
import { area, ellipse, gradient, line, on, roundedRect } from './shapes.ts'
import { drawPorts, drawSides } from './sides.ts'
import { drawDeckWear } from './wear.ts'

/** The base: its body with sides and front, the hinge, the deck with keys and touchpad. */
export function drawBase(body: Body, random: Random): string {
  const { look, deck, width, depth, pen, wear } = body
  const edge = look.edge ?? look.deck
  const outline = roundedRect(0, 0, width, depth, 1.1)
  const numpad = look.numpad === true && look.inches > 15
  const pitch = Math.min(1.9, (width - 2.2) / keyboardWidth({ pitch: 1, numpad }))
  const board = {
    left: (width - keyboardWidth({ pitch, numpad })) / 2,
    top: look.speakers === 'above' ? 3.1 : 2.3,
    pitch,
    numpad,
  }
  const keysEnd = board.top + keyboardDepth(board)
  const pad = touchpad(body, keysEnd, board.left + (pitch * 15) / 2)
  const well = roundedRect(
    board.left - 0.28,
    board.top - 0.26,
    keyboardWidth(board) + 0.4,
    keyboardDepth(board) + 0.4,
    0.4,
  )
  return [
    `<defs>${gradient('deck', deck(0, 0), deck(width * 0.6, depth), [
      [0, darker(look.deck, 0.12)],
      [0.45, look.deck],
      [1, lighter(look.deck, 0.16)],
    ])}${gradient('well', deck(0, board.top), deck(0, keysEnd), [
      [0, darker(look.deck, 0.5)],
      [1, darker(look.deck, 0.22)],
    ])}</defs>`,
    drawSides(body, outline),
    drawPorts(body),
    area(on(deck, outline), 'url(#deck)'),
    line(on(deck, outline.slice(9, 29)), lighter(edge, 0.5), pen * 1.1, { opacity: 0.75 }),
    drawHinge(body),
    drawSpeakers(body, board.left, keyboardWidth(board)),
    area(on(deck, well), 'url(#well)'),
    drawKeys(deck, board, { keys: look.keys, deck: look.deck, glow: look.glow, pen, wear }, random),
    look.stick ? drawStick(body, board.left + pitch * 7.05, board.top + pitch * 3.55) : '',
    pad,
    area(
      on(deck, roundedRect(width - 3.1, board.top - (look.speakers === 'above' ? 1.6 : 1.15), 1.5, 0.6, 0.3)),
      darker(look.deck, 0.25),
    ),
    drawDeckWear({ sheet: deck, width, depth, color: look.deck, pen, palmRest: keysEnd }, wear, random),
    // The notch by which the lid is lifted.
    area(on(deck, roundedRect(width / 2 - 2.2, depth - 0.3, 4.4, 0.32, 0.16)), darker(look.deck, 0.35), {
      opacity: 0.8,
    }),
  ].join('')
}

function touchpad({ look, deck, depth, pen }: Body, keysEnd: number, center: number): string {
  const buttons = look.stick ? 0.9 : 0
  const [width, top, bottom] = [10.6, keysEnd + 0.75, depth - 0.95]
  const face = mix(look.deck, isDark(look.deck) ? '#ffffff' : '#8d9199', 0.07)
  const rim = isDark(look.deck) ? lighter(look.deck, 0.3) : darker(look.deck, 0.25)
  const box = (v: number, height: number, left = center - width / 2, across = width) => {
    const shape = roundedRect(left, v, across, height, 0.3)
    return area(on(deck, shape), face, { stroke: rim, 'stroke-width': pen * 0.8, 'stroke-opacity': 0.75 })
  }
  const halves = [center - width / 2, center + 0.06].map((left) =>
    box(top, buttons - 0.12, left, width / 2 - 0.06),
  )
  return (buttons ? halves.join('') : '') + box(top + buttons, bottom - top - buttons)
}

function drawStick({ look, deck, pen }: Body, u: number, v: number): string {
  return [
    area(on(deck, ellipse(u, v, 0.42, 0.4, 20)), '#15161a'),
    area(on(deck, ellipse(u, v - 0.08, 0.33, 0.31, 20)), look.stick!),
    area(on(deck, ellipse(u - 0.06, v - 0.16, 0.16, 0.12, 16)), lighter(look.stick!, 0.3)),
    line(
      on(deck, [
        [u - 0.2, v + 0.3],
        [u + 0.2, v + 0.3],
      ]),
      '#000000',
      pen,
      { opacity: 0.3 },
    ),
  ].join('')
}

function drawSpeakers({ look, deck, width }: Body, left: number, across: number): string {
  const dot = (u: number, v: number) =>
    area(on(deck, ellipse(u, v, 0.09, 0.09, 8)), '#0d0e12', { opacity: 0.6 })
  const out: string[] = []
  if (look.speakers === 'above')
    for (let u = left + 1; u < left + across - 4.2; u += 0.42)
      for (const v of [1.35, 1.75, 2.15]) out.push(dot(u + (v === 1.75 ? 0.21 : 0), v))
  if (look.speakers === 'sides')
    for (let v = 3.2; v < 12; v += 0.45)
      for (const u of [0.55, 0.85, width - 0.55, width - 0.85]) out.push(dot(u, v))
  return out.join('')
}
