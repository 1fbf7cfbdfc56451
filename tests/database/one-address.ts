import { mkdtempSync, rmSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export type OneAddress = {
  url: string
  /** The number of connections. */
  connections(): number
  /** The index of the server of the last connection. */
  last(): number
  /** Ends all connections; the next one goes to the next server. */
  cut(): void
  close(): Promise<void>
}

/** One address for several servers on sockets: each connection goes to the next of them, and stays there. */
export async function openOneAddress(urls: string[]): Promise<OneAddress> {
  const home = mkdtempSync(join(tmpdir(), 'clamshell-address-'))
  const open = new Set<Socket>()
  let taken = 0
  const address = createServer((client) => {
    const url = urls[taken++ % urls.length] ?? ''
    const server = connect(socketOf(new URL(url).searchParams.get('host') ?? ''))
    open.add(client)
    for (const [one, other] of [
      [client, server],
      [server, client],
    ] as const)
      one
        .pipe(other)
        .on('error', () => {})
        .on('close', () => one.destroy())
    client.on('close', () => open.delete(client))
  })
  await new Promise<void>((done) => address.listen(socketOf(home), done))
  const cut = () => {
    for (const client of open) client.destroy()
  }
  return {
    url: `postgresql:///postgres?host=${encodeURIComponent(home)}&user=postgres`,
    connections: () => open.size,
    last: () => (taken - 1) % urls.length,
    cut,
    async close() {
      cut()
      await new Promise((done) => address.close(done))
      rmSync(home, { recursive: true, force: true })
    },
  }
}

const socketOf = (folder: string) => join(folder, '.s.PGSQL.5432')
