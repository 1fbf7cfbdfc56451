import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')
/** Collects garbage at once: all, or with `minor` only what was allocated lately. */
export const collectGarbage: (how?: { type: 'minor' | 'major' }) => void = runInNewContext('gc')
