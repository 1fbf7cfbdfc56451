import type { Verdict } from './budgets.ts'
import type { Bought } from './buyers.ts'
import { type Growth, growthOf } from './measure-growth.ts'
import type { LastingResult } from './measure-lasting.ts'
import { printRows } from './print-rows.ts'
import type { Results } from './results.ts'

const NAME = 40

/** Prints all measurements, in at most 100 columns. Times are milliseconds. */
export function printResults(results: Results): void {
  const { machine, rows, lasting, people, crowd, growth, starts, pages, sizes } = results
  console.log(`${machine.cpus} processors (${machine.model}), Node ${machine.node}`)
  console.log(
    `A bare JSON answer: ${whole(machine.bareJsonPerSecond)} a second; ${whole(machine.fetchedPerSecond)} as Node’s fetch asks`,
  )
  printRows(rows)
  if (lasting) printLasting(lasting)

  console.log(`\nWhat people do, with ${people.buying.connections} at a time`)
  const { shop, hash } = people.signIn
  line('sign-in', `${whole(shop.perSecond)}/s, p50 ${ms(shop.p50)}, p99 ${ms(shop.p99)}`)
  line(
    '',
    `${((100 * shop.perSecond) / hash.perSecond).toFixed(0)} % of the hash alone, CPU ${ms(shop.cpuMs)}`,
  )
  line(
    'order and pay',
    `${(people.buying.paid / people.buying.seconds).toFixed(1)}/s, CPU ${ms(people.buying.cpuMs)}`,
  )
  printSteps(people.buying)

  console.log(`\nA crowd: ${crowd.visitors} visitors, and ${crowd.buyers} who order and pay`)
  line('pages in a quiet shop', `p50 ${ms(crowd.idle.p50)}, p99 ${ms(crowd.idle.p99)}`)
  line(
    'pages in the crowd',
    `p50 ${ms(crowd.busy.p50)}, p99 ${ms(crowd.busy.p99)}, ${crowd.busy.wrong} errors`,
  )
  line('bought', `${crowd.buying.paid} of ${crowd.buyers}, ${crowd.buying.wrong} errors`)
  printSteps(crowd.buying)

  if (growth.length > 0) console.log(`\np99 of every list at ${sizes.map(whole).join(', ')} laptops`)
  for (const list of growth) printGrowth(list)

  console.log('\nFrom start to ready')
  line('on PostgreSQL', `${whole(starts.postgres.ms)} ms, ${whole(starts.postgres.rssMb)} MB`)
  line('on the embedded database', `${whole(starts.embedded.ms)} ms, ${whole(starts.embedded.rssMb)} MB`)

  if (pages.length > 0) console.log('\nOn a slow phone: scores; LCP, CLS, TBT, INP; JavaScript')
  for (const { path, scores, lcpMs, cls, tbtMs, inpMs, jsKb } of pages)
    line(
      path,
      `${Object.values(scores).join(' ')}; ${whole(lcpMs)} ${cls.toFixed(3)} ${whole(tbtMs)} ${whole(inpMs)}; ${jsKb.toFixed(1)} kB`,
    )
  for (const wrong of firstErrors(results)) console.log(`! ${wrong}`)
}

/** Prints which budgets are met; answers whether all are. */
export function printVerdicts(verdicts: readonly Verdict[]): boolean {
  console.log('\nBudgets')
  for (const { name, kept, figure, limit, unit } of verdicts) {
    const figures = `${short(figure)} ${unit}`.trim().padStart(12)
    console.log(
      `${kept ? ' ' : '!'} ${name.padEnd(52)}${figures}  ${kept ? 'kept' : 'MISSED'}: ${short(limit)} ${unit}`,
    )
  }
  const missed = verdicts.filter(({ kept }) => !kept).length
  console.log(`${verdicts.length - missed} of ${verdicts.length} budgets kept`)
  return missed === 0
}

function printLasting({ name, connections, seconds, shop }: LastingResult): void {
  console.log(`\nFor ${seconds} s, with ${connections} connections`)
  line(name, `${whole(shop.perSecond)}/s, CPU ${ms(shop.cpuMs)}, ${whole(shop.rssMb)} MB`)
}

function printGrowth(list: Growth): void {
  const each = list.figures.map(({ figures }) => ms(figures.p99).padStart(9)).join('')
  line(list.name, `${each}   ${growthOf(list).toFixed(2)} times`)
}

function printSteps({ steps }: Bought): void {
  for (const [step, { p50, p99 }] of Object.entries(steps))
    line(`  ${step}`, `p50 ${ms(p50)}, p99 ${ms(p99)}`)
}

function firstErrors({ rows, lasting, crowd, people, growth }: Results): string[] {
  const lists = growth.flatMap(({ figures }) => figures.map((each) => each.figures))
  const all = [
    ...(lasting ? [lasting.shop] : []),
    ...rows.map(({ shop }) => shop),
    ...lists,
    people.signIn.shop,
    people.buying,
    crowd.busy,
    crowd.buying,
  ]
  return [...new Set(all.flatMap(({ firstWrong }) => firstWrong ?? []))]
}

const line = (name: string, text: string) => console.log(`${name.padEnd(NAME)}${text}`)
const whole = (number: number | undefined) =>
  number === undefined ? '–' : Math.round(number).toLocaleString('en')
const ms = (number: number | undefined) =>
  number === undefined ? '–' : number < 10 ? number.toFixed(2) : number.toFixed(0)
const short = (number: number) => (Math.abs(number) < 10 ? number.toFixed(2) : whole(number))
