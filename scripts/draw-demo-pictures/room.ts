import type { Random } from '#server/demo/random.ts'
import type { Body } from './body.ts'
import { PICTURE } from './camera.ts'
import { mix } from './colors.ts'
import { area, gradient, hull, on, roundedRect } from './shapes.ts'

/** Warm paper colours, some a little greener, bluer or rosier than others. */
const PAPERS = ['#f6f1e7', '#f3efe6', '#f1efe4', '#eef0ea', '#edf0f0', '#f5eee8', '#f2ede3', '#f0eee9']

/** The table, the light on it, and the shadow of the laptop. */
export function drawRoom(body: Body, random: Random): string {
  const { width: w, height: h } = PICTURE
  const paper = random.pick(PAPERS)
  const horizon = random.between(0.36, 0.44)
  const table = mix(paper, '#cdbf9f', 0.16)
  const foot = on(body.underside, roundedRect(0.1, 0.3, body.width - 0.2, body.depth - 0.3, 1.4))
  const thrown = on(body.underside, roundedRect(0.4, 0.6, body.width + 0.6, body.depth + 0.9, 1.4))
  const lidFoot = on(body.underside, roundedRect(0.8, -6, body.width, 8, 2))
  const stops: [number, string][] = [
    [0, mix(paper, '#ffffff', 0.5)],
    [horizon - 0.03, paper],
    [horizon + 0.01, mix(table, '#ffffff', 0.1)],
    [1, mix(table, '#b9a47c', 0.18)],
  ]
  return [
    `<defs>${gradient('room', [0, 0], [0, h], stops)}`,
    `<radialGradient id="pool" cx="0.36" cy="0.3" r="0.8"><stop offset="0" stop-color="#ffffff" stop-opacity="0.5"/><stop offset="1" stop-color="#ffffff" stop-opacity="0"/></radialGradient>`,
    `<filter id="soft" x="-30%" y="-30%" width="160%" height="160%"><feGaussianBlur stdDeviation="36"/></filter>`,
    `<filter id="close" x="-30%" y="-30%" width="160%" height="160%"><feGaussianBlur stdDeviation="8"/></filter></defs>`,
    `<rect width="${w}" height="${h}" fill="url(#room)"/>`,
    `<rect width="${w}" height="${h}" fill="url(#pool)"/>`,
    area(hull([...thrown, ...lidFoot]), '#5a4a32', { opacity: 0.34, filter: 'url(#soft)' }),
    area(foot, '#1f1912', { opacity: 0.62, filter: 'url(#close)' }),
  ].join('')
}
