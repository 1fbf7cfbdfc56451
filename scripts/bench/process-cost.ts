import { readFileSync } from 'node:fs'

/** What a process and all its children have used so far, where the system tells (Linux). */
type Cost = { cpuMs: number; rssMb: number }

/** The kernel counts in hundredths of a second, on every machine that Node runs on. */
const MS_PER_TICK = 10

/** Processor time of a process and its children in milliseconds, and the largest memory of one of them in MB. */
export function readCost(pid: number): Cost | undefined {
  if (process.platform !== 'linux') return undefined
  const own = statOf(pid)
  return childrenOf(pid).reduce(({ cpuMs, rssMb }, child) => {
    const theirs = readCost(child)
    return { cpuMs: cpuMs + (theirs?.cpuMs ?? 0), rssMb: Math.max(rssMb, theirs?.rssMb ?? 0) }
  }, own)
}

function statOf(pid: number): Cost {
  // The name, in parentheses, may contain anything; the fields after it are counted from the state, field 3.
  const fields = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ').at(-1)?.split(' ') ?? []
  const field = (number: number) => Number(fields[number - 3])
  return { cpuMs: (field(14) + field(15)) * MS_PER_TICK, rssMb: memoryOf(pid) }
}

/** In MB. `stat` counts in pages, whose size differs between machines. */
function memoryOf(pid: number): number {
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1]
  return Number(kilobytes ?? 0) / 1024
}

function childrenOf(pid: number): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'latin1')
  return children.split(' ').filter(Boolean).map(Number)
}
