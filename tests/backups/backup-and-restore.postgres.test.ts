import {
  chmodSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { IMAGE_WIDTHS } from '#contract/choices.ts'
import { BackupRefused } from '#server/backups/manifest.ts'
import { openBackup, restoreBackup } from '#server/backups/restore-backup.ts'
import { listTables } from '#server/backups/tables.ts'
import { writeBackup } from '#server/backups/write-backup.ts'
import { withTransaction } from '#server/database/with-transaction.ts'
import { imageKey } from '#server/images/image-url.ts'
import { widthsOf } from '#server/images/process-image.ts'
import { openQueue } from '#server/job-queue.ts'
import type { ImageStore } from '#server/outside/image-store.ts'
import { plain } from '#tests/images/files.ts'
import { upload } from '#tests/images/upload.ts'
import { farDoor } from '#tests/process/far-door.ts'
import { expectAgreement, expectWhole } from '#tests/process/half-steps.ts'
import { beginPayment, CARD, payByCard, tell } from '#tests/support/card.ts'
import { type FrontDoor, openFrontDoor } from '#tests/support/front-door.ts'
import { BOOKING, order, putOnSale } from '#tests/support/laptops.ts'
import { type Person, signUp } from '#tests/support/people.ts'
import { listPictureFiles } from '#tests/support/picture-files.ts'
import { runCommand } from '#tests/support/run-command.ts'
import { hashTables, type Tables } from '#tests/support/tables.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'
import { newPlace, type Place } from './places.ts'

/** A queued mail that is not sent yet. */
const WAITING = { to: 'a@example.com', subject: 'Soon', text: ['Hello \u2028 there.'] }
let shop: FrontDoor
let seller: Person
let buyer: Person
/** A backup of an idle shop, for the tests that only read it. */
let kept: string
let hashes: Tables
beforeAll(async () => {
  shop = await openFrontDoor()
  seller = await signUp(shop, 'seller', 'O’Neill "the \\ two" 李 🦄')
  buyer = await signUp(shop, 'buyer')
  await upload(shop, await plain('jpeg', 1400, 900), { purpose: 'product', token: seller.token })
  for (const paid of [true, false]) {
    const id = await order(shop, buyer, await putOnSale(shop, seller))
    const { body } = await beginPayment(shop, buyer, id)
    if (!paid) continue
    await payByCard(shop, body.client_secret, CARD.good)
    await tell(shop, buyer, id, body.client_secret)
    await shop.sandbox.settled()
  }
  await shop.sql(`update products set description = e'two\\nlines, \\\\n and a \\u2028 tab\\t'`)
  const queue = await openQueue(shop.deps.pool, { log: shop.deps.log, idle: true })
  await queue.send('mail', WAITING, { priority: -1 })
  await queue.stop({ graceful: false })
  // A person's row may refer to a row that comes later.
  await shop.sql('update users set verified_by = $1, verified_at = now() where id = $2', [
    buyer.id,
    seller.id,
  ])
  await givePictures(shop)
  // Events are sent in the background: from here on nothing may change any more.
  await shop.sandbox.settled()
  kept = join(temporaryFolder(afterAll), 'kept')
  hashes = await hashTables(shop)
  await writeBackup(shop.deps, { folder: kept })
})
afterAll(() => shop?.close())

/** Test laptops have a picture that is only a row; a backup includes the files of pictures. */
async function givePictures({ sql, deps }: FrontDoor): Promise<void> {
  for (const { id, width } of await sql(`select id, width from images where color = '#aabbcc'`))
    for (const one of widthsOf(width)) await deps.imageStore.save(imageKey(id, one), new Uint8Array(200))
}

const doorTo = ({ pool }: Place) => farDoor(() => '', pool)

it('restoring into either engine and back preserves every table and picture', async () => {
  const embedded = await newPlace('embedded')
  await restoreBackup(embedded, await openBackup(kept))
  expect(await hashTables(doorTo(embedded))).toEqual(hashes)
  const again = join(temporaryFolder(), 'again')
  await writeBackup(embedded, { folder: again })
  const postgres = await newPlace('postgres')
  const restored = await restoreBackup(postgres, await openBackup(again))
  expect(await hashTables(doorTo(postgres))).toEqual(hashes)
  expect(restored.pictures).toBe(9)
  expect(restored.jobs).toBe(1)
  const { rows } = await postgres.pool.query(
    `select name, data, priority from jobs.job where state = 'created'`,
  )
  expect(rows).toEqual([{ name: 'mail', data: WAITING, priority: -1 }])
  for (const name of readdirSync(join(kept, 'images')))
    expect(readFileSync(join(postgres.folder, 'images', name))).toEqual(
      readFileSync(join(kept, 'images', name)),
    )
})

it('a restore continues the sequences, so that new rows do not collide', async () => {
  const place = await newPlace('postgres')
  await restoreBackup(place, await openBackup(kept))
  const { rows } = await place.pool.query(
    `select max(position)::int as last, nextval(pg_get_serial_sequence('sandbox_stripe.intents', 'position'))::int as next
     from sandbox_stripe.intents`,
  )
  expect(rows[0].next).toBe(rows[0].last + 1)
})

it('a backup during writes is a consistent snapshot, with the picture of every row', async () => {
  const laptops = await Promise.all(Array.from({ length: 30 }, () => putOnSale(shop, seller)))
  await givePictures(shop)
  const file = await plain('png', 400, 300)
  let writing = true
  const writers = [
    (async () => {
      for (let n = 0; writing; n++) {
        const productId = laptops[n % laptops.length] ?? ''
        await shop.call('POST', '/api/booking', { token: buyer.token, body: { ...BOOKING, productId } })
        await beginPayment(shop, buyer, await order(shop, buyer, productId))
      }
    })(),
    (async () => {
      while (writing) await upload(shop, file, { purpose: 'product', token: seller.token })
    })(),
  ]
  const before = (await shop.sql('select count(*)::int as n from orders'))[0].n
  const folder = join(temporaryFolder(), 'amid')
  await writeBackup(shop.deps, { folder })
  writing = false
  await Promise.all(writers)
  const place = await newPlace('embedded')
  await restoreBackup(place, await openBackup(folder))
  const door = doorTo(place)
  await expectWhole(door, place.folder)
  await expectAgreement(door)
  expect((await door.sql('select count(*)::int as n from orders'))[0].n).toBeGreaterThanOrEqual(before)
})

it('a backup contains every table of the shop, and no others', async () => {
  const listOwn = () => withTransaction(shop.deps.pool, (_db, client) => listTables(client))
  const { rows } = await shop.deps.pool.query(
    `select table_schema || '.' || table_name as name from information_schema.tables
     where table_schema in ('public', 'sandbox_stripe') and table_name not in ('migrations', 'counts')`,
  )
  expect((await listOwn()).map(({ name }) => name).sort()).toEqual(rows.map(({ name }) => name).sort())
  await shop.sql('create table public."Heartbeat" (at timestamptz default now())')
  onTestFinished(() => shop.sql('drop table public."Heartbeat"').then(() => {}))
  const folder = join(temporaryFolder(), 'own')
  await writeBackup(shop.deps, { folder })
  await restoreBackup(await newPlace('postgres'), await openBackup(folder))
})

it('a backup is readable only by its owner, even in an existing folder', async () => {
  const open = temporaryFolder()
  chmodSync(open, 0o755)
  await writeBackup(shop.deps, { folder: open })
  for (const folder of [kept, open]) {
    expect(statSync(folder).mode & 0o777).toBe(0o700)
    for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
      expect(statSync(join(folder, name)).mode & 0o077, name).toBe(0)
  }
})

const flip = (path: string, at: number) => {
  const bytes = readFileSync(path)
  bytes[at] = (bytes[at] ?? 0) ^ 1
  writeFileSync(path, bytes)
}
const DAMAGE: [string, (folder: string) => void][] = [
  ['a row was changed', (folder) => flip(join(folder, 'rows/public.users.jsonl'), 40)],
  ['a rows file was truncated', (folder) => truncateSync(join(folder, 'rows/public.orders.jsonl'), 50)],
  ['a rows file is missing', (folder) => rmSync(join(folder, 'rows/public.products.jsonl'))],
  ['the queued mail is missing', (folder) => rmSync(join(folder, 'jobs.jsonl'))],
  [
    'a picture was changed',
    (folder) => flip(join(folder, 'images', readdirSync(join(folder, 'images'))[0] ?? ''), 100),
  ],
  [
    'a picture is missing',
    (folder) => rmSync(join(folder, 'images', readdirSync(join(folder, 'images'))[0] ?? '')),
  ],
  ['the manifest was changed', (folder) => flip(join(folder, 'manifest.json'), 300)],
  ['the manifest was truncated', (folder) => truncateSync(join(folder, 'manifest.json'), 500)],
  ['it was interrupted', (folder) => rmSync(join(folder, 'manifest.json'))],
]

it.each(DAMAGE)('a backup is refused before anything is restored when %s', async (_name, damage) => {
  const folder = join(temporaryFolder(), 'damaged')
  cpSync(kept, folder, { recursive: true })
  damage(folder)
  await expect(openBackup(folder)).rejects.toThrow(
    /^(The backup (is incomplete|was changed): |There is no complete backup in )/,
  )
})

it('a restore that cannot store a picture fails, and removes those it stored', async () => {
  const { url, folder } = await newPlace('postgres')
  const last = `-${IMAGE_WIDTHS.at(-1)}.webp`
  const inTheWay = readdirSync(join(kept, 'images')).find((name) => name.endsWith(last)) ?? ''
  mkdirSync(join(folder, 'images', inTheWay, 'in'), { recursive: true })
  // The file of another shop that uses the same store.
  const there = readdirSync(join(kept, 'images')).filter((name) => !name.endsWith(last))
  for (const name of there) cpSync(join(kept, 'images', name), join(folder, 'images', name))
  const restore = await runCommand('restore', [kept], { DATABASE_URL: url, DATA_DIR: folder })
  expect(restore).toEqual({
    code: 1,
    out: '',
    err: expect.stringMatching(/^The folder of pictures cannot be used: .*\n$/),
  })
  expect(listPictureFiles(join(folder, 'images'))).toEqual([inTheWay, ...there].sort())
})

it('a restore reports why a picture was not stored, even when its cleanup fails', async () => {
  const place = await newPlace('postgres')
  const fail = (words: string) => () => Promise.reject(new Error(words))
  const { read, save } = place.imageStore
  const imageStore: ImageStore = {
    read,
    async save(...one) {
      await save(...one)
      imageStore.save = fail('The store is full.')
    },
    remove: fail('The store is away.'),
  }
  const restoring = restoreBackup({ ...place, imageStore }, await openBackup(kept))
  await expect(restoring).rejects.toThrow('The store is full.')
})

it('a restore refuses a non-empty database, and changes nothing in it', async () => {
  const before = await hashTables(shop)
  await expect(restoreBackup(shop.deps, await openBackup(kept))).rejects.toThrow(
    /^The database is not empty \(public\./,
  )
  expect(await hashTables(shop)).toEqual(before)
})

/** A picture's row, without its files. */
const losePicture = async (id: string) => {
  await shop.sql(
    `insert into images (id, purpose, owner_id, width, height, color) values ($1, 'product', $2, 640, 480, '#112233')`,
    [id, seller.id],
  )
  onTestFinished(() => shop.sql('delete from images where id = $1', [id]).then(() => {}))
}

it('a backup leaves out lost pictures, and lists them', async () => {
  const [one, other] = ['a'.repeat(32), 'b'.repeat(32)]
  await losePicture(one)
  await losePicture(other)
  const folder = join(temporaryFolder(), 'new/inner')
  expect(await writeBackup(shop.deps, { folder })).toMatchObject({ lost: [one, other] })
  await openBackup(folder)
})

it('a backup is refused when no picture file is found, and leaves nothing behind', async () => {
  const elsewhere = { ...shop.deps, imageStore: { ...shop.deps.imageStore, read: async () => undefined } }
  const folder = join(temporaryFolder(), 'new/inner')
  await expect(writeBackup(elsewhere, { folder })).rejects.toThrow(
    /^No picture file was found: check that DATA_DIR, or S3_BUCKET .* No backup was written\.$/,
  )
  expect(readdirSync(join(folder, '../..'))).toEqual([])
  const there = temporaryFolder()
  await expect(writeBackup(elsewhere, { folder: there })).rejects.toThrow(BackupRefused)
  expect(readdirSync(there)).toEqual([])
})

it('a backup succeeds although a picture is deleted during it', async () => {
  const id = 'c'.repeat(32)
  await losePicture(id)
  const { imageStore } = shop.deps
  const read: ImageStore['read'] = async (key) => {
    if (key.startsWith(id)) await shop.sql('delete from images where id = $1', [id])
    return imageStore.read(key)
  }
  const folder = join(temporaryFolder(), 'meanwhile')
  const written = await writeBackup({ ...shop.deps, imageStore: { ...imageStore, read } }, { folder })
  expect(written.lost).toEqual([])
  await restoreBackup(await newPlace('postgres'), await openBackup(folder))
})

it('a backup refuses a non-empty folder', async () => {
  await expect(writeBackup(shop.deps, { folder: kept })).rejects.toThrow(/is not empty: name a new folder/)
})
