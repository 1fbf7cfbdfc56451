import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

/** The progress of one part's rounds. */
type Progress = { done: number; failures: string[] }

const FOLDER = fileURLToPath(new URL('../../.cache/deep/', import.meta.url))
/** More failures than these tell nothing new. */
const ENOUGH_FAILURES = 20
const DAY = 24 * 60 * 60_000

/**
 * A test of many rounds. Each gets its number, which seeds whatever it varies: the same number is the same round. `npm
 * test` runs the first `quick` of them; `npm run test:deep` runs `deep`, saves its progress, continues from there when
 * it is started again, and collects failures instead of stopping at the first.
 */
export function inRounds(
  part: string,
  title: string,
  { quick, deep }: { quick: number; deep: number },
  round: (n: number) => Promise<void>,
): void {
  if (!process.env.DEEP) {
    it(title, async () => {
      for (let n = 0; n < quick; n++) await inRound(n, round)
    }, 900_000)
    return
  }
  it(
    title,
    async () => {
      const progress = readProgress(part) ?? { done: 0, failures: [] }
      while (progress.done < deep && progress.failures.length < ENOUGH_FAILURES) {
        const failure = await inRound(progress.done, round).then(
          () => undefined,
          (error: Error) => error.message,
        )
        progress.done++
        if (failure) progress.failures.push(failure)
        writeProgress(part, progress)
      }
      expect(progress.failures).toEqual([])
    },
    DAY,
  )
}

async function inRound(n: number, round: (n: number) => Promise<void>): Promise<void> {
  try {
    await round(n)
  } catch (error) {
    throw new Error(`Round ${n}: ${(error as Error).message}`, { cause: error })
  }
}

function readProgress(part: string): Progress | undefined {
  try {
    return JSON.parse(readFileSync(join(FOLDER, `${part}.json`), 'utf8'))
  } catch {
    return undefined
  }
}

/** Written as a whole or not at all: the process may be killed at any time. */
function writeProgress(part: string, progress: Progress): void {
  mkdirSync(FOLDER, { recursive: true })
  const file = join(FOLDER, `${part}.json`)
  writeFileSync(`${file}.part`, JSON.stringify(progress))
  renameSync(`${file}.part`, file)
}
