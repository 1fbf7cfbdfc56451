import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { inRounds } from './rounds.ts'
import { temporaryFolder } from './temporary-folder.ts'

const FOUR = { quick: 1, deep: 4 }
const folder = temporaryFolder(afterAll)
const file = join(folder, 'given.json')
writeFileSync(file, JSON.stringify({ done: 2, failures: [] }))

describe.each([
  ['quickly', '', '', [0]],
  ['deeply, without saved progress', '1', '', [0, 1, 2, 3]],
  ['deeply, with saved progress', '1', folder, [2, 3]],
])('%s', (_, DEEP, DEEP_PROGRESS, expected) => {
  const ran: number[] = []
  vi.stubEnv('DEEP', DEEP)
  inRounds('given', 'runs rounds', FOUR, async (n) => void ran.push(n))
  vi.unstubAllEnvs()
  beforeAll(() => void vi.stubEnv('DEEP_PROGRESS', DEEP_PROGRESS))
  afterAll(() => void vi.unstubAllEnvs())
  it('has run those that were left', () => expect(ran).toEqual(expected))
})

it('saves its progress', () => {
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ done: 4, failures: [] })
})
