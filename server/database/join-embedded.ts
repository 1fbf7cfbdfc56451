import { once } from 'node:events'
import { connect } from 'node:net'
import { resolve } from 'node:path'
import { startEmbedded } from './embedded.ts'
import { socketIn, socketUrl } from './embedded-socket.ts'

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
    if (!(await isListening(socketIn(home)))) throw error
    return { url: socketUrl(home), stop: async () => {} }
  }
}

/** A socket file may be left over from a killed process: only an answer counts. */
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
