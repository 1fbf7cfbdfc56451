import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { parentPort } from 'node:worker_threads'

/*
 * Somebody else on the same machine, at whom the same flood may be sent: refuses everything at once. What
 * visitors of the shop notice of that is the machine's doing.
 */
const server = createServer((request, response) => {
  const hasMuch = Number(request.headers['content-length'] ?? 0) > 100_000
  response.writeHead(404, hasMuch ? { connection: 'close' } : {}).end()
})
server.on('connection', (socket) => socket.on('error', () => {}))
server.listen(0, '127.0.0.1', () => {
  parentPort?.postMessage(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
})
