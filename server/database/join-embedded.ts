import { once } from 'node:events'
import { connect } from 'node:net'
import { join, resolve } from 'node:path'
import { startEmbedded } from './embedded.ts'

/**
 * The embedded database for a command beside the shop: started, or, where a running shop has it, joined by its
 * socket. The shop's own connections come the same way, so one more does no harm. Throws startEmbedded()'s line
 * where it is in use and its socket is not in its folder (Windows, or a long path): then the shop must stop.
 */
export async function joinEmbedded({
  folder,
  log,
}: {
  folder: string
  log: { error(line: string): void }
}): Promise<{ url: string; stop(): Promise<void> }> {
  try {
    return await startEmbedded({ folder, log })
  } catch (error) {
    const home = resolve(folder)
    if (!(await isListening(join(home, '.s.PGSQL.5432')))) throw error
    return {
      url: `postgresql:///postgres?host=${encodeURIComponent(home)}&user=postgres`,
      stop: async () => {},
    }
  }
}

/** A socket file may be what a killed process left behind: only an answer counts. */
async function isListening(path: string): Promise<boolean> {
  const socket = connect(path)
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}
