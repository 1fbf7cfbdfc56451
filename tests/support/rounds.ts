import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

/** The progress of one part's rounds. */
type Progress = { done: number; failures: string[] }

/** More failures than these tell nothing new. */
const ENOUGH_FAILURES = 20
const DAY = 24 * 60 * 60_000

/**
 * A test of many rounds. Each gets its number, which seeds whatever it varies: the same number is the same round. `npm
 * test` runs the first `quick` of them. With `DEEP=1` all `deep` of them run, and failures are collected instead of
 * stopping at the first. `npm run test:deep` also passes `DEEP_PROGRESS`, the folder in which the progress is saved: it
 * voids what another version of the shop has left there, and continues from the rest.
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
  const folder = process.env.DEEP_PROGRESS
  if (!folder) return undefined
  try {
    return JSON.parse(readFileSync(join(folder, `${part}.json`), 'utf8'))
  } catch {
    return undefined
  }
}

/** Written as a whole or not at all: the process may be killed at any time. */
function writeProgress(part: string, progress: Progress): void {
  const folder = process.env.DEEP_PROGRESS
  if (!folder) return
  const file = join(folder, `${part}.json`)
  writeFileSync(`${file}.part`, JSON.stringify(progress))
  renameSync(`${file}.part`, file)
}
