import { chmodSync, existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { asNobody, canBeNobody } from '#tests/support/nobody.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'

it.skipIf(!canBeNobody).each(['cache', 'cache/template'])(
  'makes a database where somebody else keeps the %s to themselves',
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
