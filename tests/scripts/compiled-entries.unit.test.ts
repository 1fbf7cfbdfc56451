import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { entries } from '../../scripts/compile-server.mjs'

test('what the server loads only when it needs it is compiled before too', () => {
  const later = globSync('server/**/*.ts').flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/import\('(\.[^']+)\.ts'\)/g)].map(([, name = '']) =>
      join(dirname(file), name),
    ),
  )
  expect(later.length).toBeGreaterThan(3)
  expect(entries.map((name) => join('server', name))).toEqual(expect.arrayContaining(later))
})
