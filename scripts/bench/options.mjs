import { resolve } from 'node:path'
import { parseArgs } from 'node:util'

const SIZES = [1_000, 100_000, 1_000_000]
/** The size next to commerce servers, which take minutes to load more. */
const BESIDE = 5_000

/**
 * Reads the arguments of `npm run bench`; if they are wrong, throws with a message for whoever typed them. Any Node can
 * load this: it runs before anything is installed.
 */
export function readOptions(args, { typedIn = process.cwd() } = {}) {
  const { values } = parseArgs({
    args,
    options: {
      quick: { type: 'boolean' },
      beside: { type: 'boolean' },
      sizes: { type: 'string' },
      json: { type: 'string' },
    },
  })
  const { quick = false, beside = false, json } = values
  const sizes = values.sizes ? readSizes(values.sizes) : beside ? [BESIDE] : quick ? SIZES.slice(0, 1) : SIZES
  if (beside && (quick || sizes.length > 1)) throw new Error('--beside takes one size, and no --quick.')
  return {
    quick,
    beside,
    sizes,
    json: json === undefined ? undefined : resolve(typedIn, json),
    connections: quick ? [16] : [16, 256],
    rounds: quick ? 3 : 5,
    roundMs: quick ? 200 : 600,
    warmUpMs: quick ? 100 : 300,
  }
}

function readSizes(list) {
  const sizes = list.split(',').map(Number)
  if (sizes.every((size) => Number.isSafeInteger(size) && size >= 100)) return sizes.sort((a, b) => a - b)
  throw new Error('--sizes takes numbers of laptops from 100, separated by commas: --sizes 1000,100000.')
}
