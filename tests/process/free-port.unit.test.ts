import { type AddressInfo, createServer } from 'node:net'
import { expect, it } from 'vitest'
import { freePort, pickPort } from '#server/process/free-port.ts'

it('freePort finds an unused port below the range of outgoing connections', async () => {
  const taken = createServer()
  await new Promise<void>((done) => taken.listen(0, done))
  const { port } = taken.address() as AddressInfo
  const picks = [port, 20_001, 20_002, 20_003]
  expect(await freePort(() => picks.shift() ?? 0)).not.toBe(port)
  await new Promise((done) => taken.close(done))
  expect(await freePort()).toBeLessThan(32_768)
})

it('pickPort gives each server of a process another port, even while none of them listens yet', () => {
  const ports = Array.from({ length: 12_000 }, pickPort)
  expect(new Set(ports).size).toBe(ports.length)
  expect(Math.min(...ports)).toBeGreaterThan(1023)
  expect(Math.max(...ports)).toBeLessThan(32_768)
})
