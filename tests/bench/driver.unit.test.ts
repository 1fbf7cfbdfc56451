import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import type { Drive, Driven } from '../../scripts/bench/driver.ts'
import { openPart } from '../../scripts/bench/open-part.ts'

test.each([
  ['answers every request', Number.POSITIVE_INFINITY, 0, undefined],
  ['hangs up instead of its third answer', 2, 1, '/: the connection ended'],
])('of a server that %s, the driver counts what is wrong', async (_, most, wrong, firstWrong) => {
  let answered = 0
  const server = createServer((request, response) => {
    if (answered++ < most) response.end('x')
    else request.socket.end()
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close().closeAllConnections())
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const driver = openPart('driver.ts')
  onTestFinished(() => driver.close())
  const asks = Array.from({ length: 10 }, () => ({ path: '/' }))
  const drive: Drive = { port, connections: 1, milliseconds: 60_000, asks, once: true, status: 200 }
  const driven = await driver.ask<Driven>(drive)
  expect(driven).toMatchObject({ requests: Math.min(most, 10), wrong })
  expect(driven.firstWrong).toBe(firstWrong)
})
