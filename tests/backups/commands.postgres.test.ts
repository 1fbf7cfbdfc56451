import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openBackup } from '#server/backups/restore-backup.ts'
import { DEMO_PASSWORD } from '#server/demo/people.ts'
import { farDoor } from '#tests/process/far-door.ts'
import { beginPayment, CARD, payByCard, tell } from '#tests/support/card.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { BOOKING } from '#tests/support/laptops.ts'
import { cookieOf } from '#tests/support/people.ts'
import { listPictureFiles } from '#tests/support/picture-files.ts'
import { runCommand } from '#tests/support/run-command.ts'
import { startShop } from '#tests/support/shop.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'
import { newPlace } from './places.ts'

it('a running shop is backed up and restored elsewhere, with pictures, sign-in and payment', async () => {
  const database = await createTestDatabase()
  const from = { DATABASE_URL: database.url, DATA_DIR: temporaryFolder() }
  const first = await startShop({ env: { ...from, DEMO: '1' } })
  const listed = await (await fetch(`${first.url}/api/products?limit=100`)).json()
  const folder = join(temporaryFolder(), 'backup')
  const backup = await runCommand('backup', [folder], from)
  expect({ code: backup.code, err: backup.err }).toEqual({ code: 0, err: '' })
  expect(backup.out).toMatch(/^Backed up to \S+\. Rows: \d+, picture files: \d+, mails waiting: \d+\.\n$/)
  const [lost = ''] = listPictureFiles(join(from.DATA_DIR, 'images'))
  rmSync(join(from.DATA_DIR, 'images', lost))
  const next = await runCommand('backup', [join(temporaryFolder(), 'next')], from)
  expect({ code: next.code, err: next.err }).toEqual({ code: 1, err: '' })
  expect(next.out).toMatch(
    new RegExp(
      `^Backed up to .* waiting: \\d+\\. Pictures not in it, .*: 1 \\(${lost.slice(0, 32)}\\)\\.\n$`,
    ),
  )
  await first.stop()
  await database.close()

  const DATA_DIR = temporaryFolder()
  const restore = await runCommand('restore', [folder], { DATA_DIR })
  expect(restore).toEqual({ code: 0, err: '', out: backup.out.replace('Backed up to', 'Restored from') })
  const second = await startShop({ env: { DATA_DIR, DEMO: '0' } })
  expect(await (await fetch(`${second.url}/api/products?limit=100`)).json()).toEqual(listed)
  const picture = await fetch(`${second.url}${listed[0].image}?w=320`)
  expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/webp'])
  const again = join(temporaryFolder(), 'again')
  const joined = await runCommand('backup', [again], { DATA_DIR })
  expect({ code: joined.code, err: joined.err }).toEqual({ code: 0, err: '' })
  const laptops = async (one: string) => (await openBackup(one)).manifest.rows['public.products']
  expect(await laptops(again)).toBe(await laptops(folder))

  const { pool } = await newPlace('postgres')
  const door = farDoor(() => second.url, pool)
  const email = 'buyer@clamshell.test'
  const signedIn = await door.call('POST', '/auth/sign-in/email', {
    body: { email, password: DEMO_PASSWORD },
  })
  const cookie = cookieOf(signedIn.headers)
  const { token } = (await door.call('POST', '/api/jwt', { cookie, body: { email } })).body
  const person = { id: '', name: '', email, cookie, token }
  const laptop = listed.at(-1)
  const booked = await door.call('POST', '/api/booking', {
    token,
    body: { ...BOOKING, productId: laptop._id },
  })
  const { body } = await beginPayment(door, person, booked.body.insertedId, laptop.currentPrice)
  await payByCard(door, body.client_secret, CARD.good)
  expect((await tell(door, person, booked.body.insertedId, body.client_secret)).status).toBe(200)
  await second.stop()
}, 240_000)

it('a refused command leaves nothing behind', async () => {
  const home = temporaryFolder()
  const DATA_DIR = join(home, 'data')
  const away = { DATA_DIR, DATABASE_URL: 'postgres://127.0.0.1:9/none' }
  const refusals = [
    await runCommand('restore', [join(home, 'none')], { DATA_DIR }),
    await runCommand('backup', [join(home, 'new')], { DATA_DIR }),
    await runCommand('backup', [join(home, 'new/inner')], away),
  ]
  expect(refusals.map(({ code, err }) => [code, err.split('\n').length])).toEqual([
    [1, 2],
    [1, 2],
    [1, 2],
  ])
  expect(readdirSync(home)).toEqual([])
})

it('each command reports in one line what is missing', async () => {
  const DATA_DIR = temporaryFolder()
  expect(await runCommand('backup', [], { DATA_DIR })).toEqual({
    code: 1,
    out: '',
    err: 'Say where: npm run backup -- <a new folder>\n',
  })
  expect(await runCommand('restore', [join(DATA_DIR, 'none')], { DATA_DIR })).toEqual({
    code: 1,
    out: '',
    err: `There is no complete backup in ${join(DATA_DIR, 'none')}.\n`,
  })
  expect(
    await runCommand('backup', [join(DATA_DIR, 'new')], { DATA_DIR: join(DATA_DIR, 'nothing') }),
  ).toEqual({
    code: 1,
    out: '',
    err: `There is no shop in ${join(DATA_DIR, 'nothing')} yet: start it first.\n`,
  })
})
