import type { Condition } from '#contract/choices.ts'
import { createRandom, seedOf } from '#server/demo/random.ts'
import { drawBase } from './base.ts'
import { createBody } from './body.ts'
import { PICTURE } from './camera.ts'
import { drawLid } from './lid.ts'
import type { Look } from './looks.ts'
import { drawRoom } from './room.ts'

const WEAR = { Excellent: 0, Good: 1, Fair: 2 } as const

/**
 * A picture of a laptop as SVG, 4:3: one three-dimensional machine, built and coloured by its look and worn by its
 * condition, open on a table. `name` seeds what differs from one picture to the next (angle, light, the wallpaper). The
 * same arguments always give the same text.
 */
export function drawLaptop(name: string, look: Look, condition: Condition): string {
  const random = createRandom(seedOf(`${name} ${condition}`))
  const body = createBody(look, WEAR[condition], random)
  const parts = [drawRoom(body, random), drawLid(body, random), drawBase(body, random)]
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${PICTURE.width} ${PICTURE.height}" width="${PICTURE.width}" height="${PICTURE.height}">${parts.join('')}</svg>`
}
