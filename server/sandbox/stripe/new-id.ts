import { randomInt } from 'node:crypto'

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** An unguessable id in the provider's form: `newId('pi')` is `pi_` and 24 letters and digits (143 bits). */
export function newId(prefix: string): string {
  return `${prefix}_${Array.from({ length: 24 }, () => letters[randomInt(letters.length)]).join('')}`
}
