import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { parentPort } from 'node:worker_threads'

/*
 * Another server on the same machine, which may be sent the same flood: it refuses everything at once. What
 * visitors of the shop notice of that is due to the machine.
 */
const server = createServer((request, response) => {
  const hasMuch = Number(request.headers['content-length'] ?? 0) > 100_000
  response.writeHead(404, hasMuch ? { connection: 'close' } : {}).end()
})
server.on('connection', (socket) => socket.on('error', () => {}))
server.listen(0, '127.0.0.1', () => {
  parentPort?.postMessage(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
})
