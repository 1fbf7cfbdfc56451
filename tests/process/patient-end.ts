import { Server } from 'node:http'

/*
 * Preloaded into a shop whose shutdown is tested: however long the test stalls, it cuts nobody off. After `{ hold: true
 * }` it also goes on accepting requests, past its last second, until `{ hold: false }`.
 */
let free = Promise.resolve()
let letGo = () => {}
let isHeld = false
process.on('message', ({ hold }: { hold?: boolean }) => {
  if (hold === undefined) return
  isHeld = hold
  if (hold) free = new Promise((done) => (letGo = done))
  else letGo()
  process.send?.({})
})
// The listener alone must not keep a finished process alive.
process.channel?.unref()

const { close, closeIdleConnections } = Server.prototype
Object.assign(Server.prototype, {
  closeAllConnections() {},
  closeIdleConnections(this: Server) {
    if (!isHeld) closeIdleConnections.call(this)
  },
  close(this: Server, done?: (error?: Error) => void) {
    void free.then(() => close.call(this, done))
    return this
  },
})
