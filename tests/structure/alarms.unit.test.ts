import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const ALARM = /log\.(?:warn|error)\(\s*\{\s*event: '([\w-]+)'/g
/** Scheduled work is logged by one function, which takes the event's name. */
const BY_THE_CLOCK = /\blogged\(\s*'([\w-]+)'/g

const sources = readdirSync('server', { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts'))
  .map((name) => readFileSync(`server/${name}`, 'utf8'))
const events = [ALARM, BY_THE_CLOCK].flatMap((form) =>
  sources.flatMap((text) => [...text.matchAll(form)].map(([, event]) => event)),
)

it('every event that the server logs as a warning or an error is in the table of alarms', () => {
  const [, alarms = ''] = readFileSync('docs/operating.md', 'utf8').split('\n## Alarms\n')
  const rows = alarms.split('\n').filter((line) => line.startsWith('| `'))
  const told = rows.flatMap((row) =>
    [...(row.split(' | ')[0] ?? '').matchAll(/`([\w-]+)`/g)].map(([, event]) => event),
  )
  expect(events.length).toBeGreaterThan(30)
  expect(events.filter((event) => !told.includes(event))).toEqual([])
})
