import type { Driven } from './driver.ts'
import type { Options } from './options.mjs'
import { readCost } from './process-cost.ts'
import { median, spread } from './statistics.ts'

/** Something to put under load, and the process whose cost is read. */
export type Subject = {
  pid: number
  drive(how: { connections: number; milliseconds: number }): Promise<Driven>
}

/**
 * Medians over rounds, in milliseconds and megabytes. `spread`: of requests per second, as a share; `ofRounds`:
 * requests per second of each round.
 */
export type Figures = {
  perSecond: number
  ofRounds: number[]
  spread: number
  p50: number
  p99: number
  cpuMs?: number
  rssMb?: number
  requests: number
  wrong: number
  firstWrong?: string
}

type Round = Driven & { cpuMs: number | undefined; rssMb: number | undefined }

/**
 * Runs each of the subjects for a moment, in turn, starting each round with the next one: so other work on the machine,
 * and what the previous subject leaves behind, affects all of them. The first round of each is a warm-up and is not
 * counted.
 */
export async function compare<Name extends string>(
  subjects: Record<Name, Subject>,
  connections: number,
  { rounds, roundMs, warmUpMs }: Pick<Options, 'rounds' | 'roundMs' | 'warmUpMs'>,
): Promise<Record<Name, Figures>> {
  const names = Object.keys(subjects) as Name[]
  const all = new Map<Name, Round[]>(names.map((name) => [name, []]))
  for (let round = 0; round <= rounds; round++)
    for (const name of [...names.slice(round % names.length), ...names.slice(0, round % names.length)]) {
      const driven = await driveOnce(subjects[name], connections, round === 0 ? warmUpMs : roundMs)
      if (round > 0) all.get(name)?.push(driven)
    }
  const entries = names.map((name) => [name, summarise(all.get(name) ?? [])] as const)
  return Object.fromEntries(entries) as Record<Name, Figures>
}

async function driveOnce(subject: Subject, connections: number, milliseconds: number): Promise<Round> {
  const before = readCost(subject.pid)
  const driven = await subject.drive({ connections, milliseconds })
  const after = readCost(subject.pid)
  return {
    ...driven,
    cpuMs: before && after && (after.cpuMs - before.cpuMs) / Math.max(1, driven.requests),
    rssMb: after?.rssMb,
  }
}

function summarise(rounds: Round[]): Figures {
  const perSecond = rounds.map(({ requests, seconds }) => requests / seconds)
  const firstWrong = rounds.find((round) => round.firstWrong)?.firstWrong
  const known = (figures: (number | undefined)[]) => figures.filter((figure) => figure !== undefined)
  const cpuMs = known(rounds.map((round) => round.cpuMs))
  const rssMb = known(rounds.map((round) => round.rssMb))
  return {
    perSecond: median(perSecond),
    ofRounds: perSecond,
    spread: spread(perSecond),
    p50: median(rounds.map(({ p50 }) => p50)),
    p99: median(rounds.map(({ p99 }) => p99)),
    ...(cpuMs.length > 0 && { cpuMs: median(cpuMs), rssMb: Math.max(...rssMb) }),
    requests: rounds.reduce((sum, { requests }) => sum + requests, 0),
    wrong: rounds.reduce((sum, { wrong }) => sum + wrong, 0),
    ...(firstWrong && { firstWrong }),
  }
}
