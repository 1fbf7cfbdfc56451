import { Server } from 'node:http'

/*
 * Loaded into a shop whose end is looked at: however long the test stands still, it cuts nobody off. Told
 * `{ hold: true }` it also goes on taking requests, past its last second, until it is told `{ hold: false }`.
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
// The listener alone must not keep a process that has ended its work.
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
