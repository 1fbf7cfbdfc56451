import { cpuRatioTo, type Reference, type RowResult, ratioTo } from './results.ts'

const HEADS = ['req/s', '±', 'p50', 'p99', 'CPU ms', 'MB', 'bare', 'CPU', 'pg', 'Express']
const WIDTHS = [7, 6, 6, 7, 8, 5, 7, 7, 7, 8]
const NAME = 32

/** Prints one line per row, in a block per number of connections: at most 100 columns. */
export function printRows(rows: readonly RowResult[]): void {
  const all = [...new Set(rows.map(({ connections }) => connections))]
  for (const connections of all) {
    console.log()
    printLine(`With ${connections} connections`, HEADS)
    for (const row of rows.filter((row) => row.connections === connections)) printLine(row.name, cellsOf(row))
  }
}

function cellsOf(row: RowResult): string[] {
  const { perSecond, spread, p50, p99, cpuMs, rssMb, wrong } = row.shop
  const share = (reference: Reference) => percent(ratioTo(row, reference))
  return [
    wrong > 0 ? `${wrong} bad!` : count(perSecond),
    percent(spread),
    ms(p50),
    ms(p99),
    cpuMs === undefined ? '' : cpuMs.toFixed(3),
    rssMb === undefined ? '' : rssMb.toFixed(0),
    share('bare'),
    percent(cpuRatioTo(row, 'bare')),
    share('pg'),
    share('express'),
  ]
}

function printLine(name: string, cells: string[]): void {
  const padded = cells.map((cell, at) => cell.padStart(WIDTHS[at] ?? 0))
  console.log(`${name.padEnd(NAME)}${padded.join('')}`)
}

const count = (number: number) => Math.round(number).toLocaleString('en')
const ms = (number: number) => (number < 10 ? number.toFixed(2) : number.toFixed(0))
const percent = (share: number | undefined) => (share === undefined ? '' : `${(share * 100).toFixed(0)} %`)
