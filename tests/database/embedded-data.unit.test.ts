import { chmodSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { prepareDataFolder } from '#server/database/embedded-data.ts'
import { asNobody, canBeNobody } from '#tests/support/nobody.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'

it.skipIf(!canBeNobody).each(['cache', 'cache/template'])(
  'creates a database when the %s folder of another user is not accessible',
  (kept) => {
    const folder = temporaryFolder()
    chmodSync(folder, 0o777)
    mkdirSync(join(folder, 'cache/template'), { recursive: true })
    chmodSync(join(folder, kept), 0o700)
    const prepare = `const { prepareDataFolder } = await import('#server/database/embedded-data.ts')
      await prepareDataFolder('${folder}/data', '${folder}/cache/template')`
    expect(asNobody('--input-type=module', '-e', prepare).stderr).toBe('')
    expect(existsSync(join(folder, 'data/PG_VERSION'))).toBe(true)
  },
)

it('creates a database again when the process creating it was killed', async () => {
  const data = join(temporaryFolder(), 'data')
  const template = temporaryFolder()
  writeFileSync(join(template, 'PG_VERSION'), '18\n')
  // An empty folder is no obstacle.
  mkdirSync(data)
  mkdirSync(`${data}.unfinished`)
  writeFileSync(`${data}.unfinished/half`, '')
  await prepareDataFolder(data, template)
  expect(readdirSync(data)).toEqual(['PG_VERSION'])
})
