import type { Random } from '#server/demo/random.ts'
import type { Body } from './body.ts'
import { darker, lighter } from './colors.ts'
import { area, ellipse, gradient, hull, on, path, roundedRect } from './shapes.ts'
import { drawWallpaper } from './wallpaper.ts'
import { drawLidWear } from './wear.ts'

const FRAME = '#1b1c20'

/** The lid: its shell, the dark bezel, the screen with its picture, the camera above it. */
export function drawLid(body: Body, random: Random): string {
  const { look, lidFront, lidBack, width, lidHeight, screen, pen, wear } = body
  const shell = look.edge ?? look.deck
  const outline = roundedRect(0, 0, width, lidHeight, 0.75)
  const frame = roundedRect(0.16, 0.16, width - 0.32, lidHeight - 0.32, 0.65)
  const glass = roundedRect(screen.left, screen.top, screen.width, screen.height, 0.16)
  const shown = {
    sheet: (u: number, v: number) => lidFront(screen.left + u, screen.top + v),
    width: screen.width,
    height: screen.height,
  }
  const chin = lidHeight - (lidHeight - screen.top - screen.height) / 2
  const eye = [width / 2, screen.top / 2 + 0.08] as const
  return [
    `<defs>${gradient('shell', lidFront(0, 0), lidFront(width, lidHeight), [
      [0, lighter(shell, 0.35)],
      [1, darker(shell, 0.25)],
    ])}${gradient('frame', lidFront(0, 0), lidFront(width, lidHeight), [
      [0, lighter(FRAME, 0.12)],
      [1, FRAME],
    ])}</defs>`,
    area(hull([...on(lidFront, outline), ...on(lidBack, outline)]), 'url(#shell)'),
    drawWallpaper(shown, random),
    // The bezel covers the picture's edge, with a hole for the glass.
    `<path d="${path(on(lidFront, frame))}${path(on(lidFront, glass))}" fill="url(#frame)" fill-rule="evenodd"/>`,
    area(on(lidFront, ellipse(...eye, 0.14, 0.14, 16)), '#3a4352'),
    area(on(lidFront, ellipse(...eye, 0.06, 0.06, 12)), '#0c0e13'),
    // A blank mark in the place of the maker's name.
    area(on(lidFront, roundedRect(width / 2 - 0.7, chin - 0.09, 1.4, 0.18, 0.09)), lighter(FRAME, 0.35)),
    drawLidWear(lidFront, [width, lidHeight], FRAME, pen, wear, random),
  ].join('')
}
