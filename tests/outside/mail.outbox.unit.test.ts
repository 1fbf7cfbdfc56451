import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, it } from 'vitest'
import { createOutbox, type Outbox } from '#server/outside/mail.outbox.ts'
import type { Mail } from '#server/outside/mail.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'

const folder = temporaryFolder(afterAll)
let boxes = 0
let outbox: Outbox
let now: Date
beforeEach(() => {
  now = new Date('2026-11-21T09:30:00.000Z')
  outbox = createOutbox(join(folder, `outbox-${++boxes}`), () => now)
})

/** The characters that HTML cannot contain as they are, by the name of their entity. */
const CHARACTERS: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }
const mail = (subject: string): Mail => ({ to: 'ada@example.com', subject, text: ['Hello.'] })
const show = async () => (await outbox.page()).text()

it("the page says 'No mail yet.' while the outbox is empty", async () => {
  expect(await show()).toContain('No mail yet.')
})

it('the page fails when the outbox cannot be read, instead of saying that it is empty', async () => {
  const folder = join(temporaryFolder(), 'outbox')
  writeFileSync(folder, 'a file in its place')
  await expect(createOutbox(folder, () => now).page()).rejects.toThrow('ENOTDIR')
})

it('the page lists mail newest first, with subject, recipient, Reply-To address, time and text', async () => {
  await outbox.send(mail('The first'))
  now = new Date('2026-11-21T10:05:07.250Z')
  await outbox.send({ ...mail('The second'), replyTo: 'grace@example.com' })
  const page = await show()
  const subjects = [...page.matchAll(/<h2>([^<]*)<\/h2>/g)].map(([, subject]) => subject)
  expect(subjects).toEqual(['The second', 'The first'])
  expect(page).toContain('<time datetime="2026-11-21T10:05:07.250Z">2026-11-21 10:05:07 UTC</time>')
  expect(page).toContain('To ada@example.com · answers to grace@example.com')
  expect(page).toContain('<pre>Hello.\n\nClamshell')
})

it('mails of the same millisecond are all stored, and the page shows the newest hundred', async () => {
  await outbox.send(mail('The newest'))
  now = new Date('2026-11-20T09:30:00.000Z')
  for (let count = 0; count < 99; count++) await outbox.send(mail('Of one moment'))
  now = new Date('2026-11-19T09:30:00.000Z')
  await outbox.send(mail('The oldest'))
  const subjects = [...(await show()).matchAll(/<h2>([^<]*)<\/h2>/g)].map(([, subject]) => subject)
  expect(subjects).toEqual(['The newest', ...Array(99).fill('Of one moment')])
})

it('markup in a mail is escaped, both on the page and in the HTML of the mail', async () => {
  const evil = `</pre></iframe>"'><script>alert(1)</script><img src=x onerror=alert(1)>`
  await outbox.send({
    to: evil,
    replyTo: evil,
    subject: evil,
    text: [evil],
    action: { label: evil, url: `https://x.example/${evil}` },
  })
  const page = await show()
  expect(page).not.toMatch(/<script|<img|onerror=alert\(1\)>/)
  const framed = /srcdoc="([^"]*)"/
    .exec(page)?.[1]
    ?.replace(/&(\w+|#39);/g, (_, name) => CHARACTERS[name] ?? '')
  expect(framed).toMatch(/^<!doctype html>.*<\/html>$/s)
  expect(framed).not.toMatch(/<script|<img/)
})

it('the page allows no scripts, no external resources and no framing, and sandboxes the mail', async () => {
  await outbox.send(mail('Hello'))
  const answer = await outbox.page()
  const policy = answer.headers.get('content-security-policy') ?? ''
  expect(policy).toContain("default-src 'none'")
  expect(policy).not.toMatch(/script-src|unsafe-eval|\*|https:/)
  expect(policy).toContain("frame-ancestors 'none'")
  expect(await answer.text()).toContain('sandbox="allow-popups allow-top-navigation-by-user-activation"')
})

it('only its owner can access the outbox, even when the folder existed with mode 755', async () => {
  const folder = join(temporaryFolder(), 'outbox')
  mkdirSync(folder)
  chmodSync(folder, 0o755)
  await createOutbox(folder, () => now).send(mail('Hello'))
  expect(statSync(folder).mode & 0o777).toBe(0o700)
  expect(readdirSync(folder).map((name) => statSync(join(folder, name)).mode & 0o777)).toEqual([0o600])
})

it('a mail is not sent, and creates no folder, where the data folder is gone', async () => {
  const folder = join(temporaryFolder(), 'gone')
  await expect(createOutbox(join(folder, 'outbox'), () => now).send(mail('Hello'))).rejects.toThrow('ENOENT')
  expect(existsSync(folder)).toBe(false)
})

it('a mail that cannot be written leaves no partial file', () => {
  const folder = temporaryFolder()
  const send = `const { createOutbox } = await import('#server/outside/mail.outbox.ts')
    await createOutbox('${folder}', () => new Date()).send({ to: '', subject: '', text: ['x'.repeat(9000)] })`
  const full = ['-c', 'ulimit -f 1; exec "$0" --input-type=module -e "$1"', process.execPath, send]
  expect(spawnSync('sh', full, { encoding: 'utf8' }).stderr).toContain('EFBIG')
  expect(readdirSync(folder)).toEqual([])
})
