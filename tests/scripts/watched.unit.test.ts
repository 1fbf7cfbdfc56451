import { copyFileSync, mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { loadConfigFromFile } from 'vite'
import { expect, it } from 'vitest'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'

const root = join(import.meta.dirname, '../..')

it('the dev server watches everything but the data of the shop, wherever the project is', async () => {
  const project = join(temporaryFolder(), 'data/.cache/shop')
  mkdirSync(project, { recursive: true })
  for (const file of ['vite.config.ts', 'package.json']) copyFileSync(join(root, file), join(project, file))
  for (const folder of ['scripts', 'node_modules']) symlinkSync(join(root, folder), join(project, folder))
  const development = { command: 'serve', mode: 'development' } as const
  const loaded = await loadConfigFromFile(development, join(project, 'vite.config.ts'), project)
  const ignored = loaded?.config.server?.watch?.ignored as (path: string) => boolean
  const isIgnored = (path: string) => ignored(join(project, path))
  const kept = ['data', 'data/database/base/1', '.cache', '.cache/compiled/x']
  const sources = ['', 'app', 'app/root.tsx', 'app/data/x.ts', 'data.ts', '.cached']
  expect([...sources, ...kept].filter(isIgnored)).toEqual(kept)
})
