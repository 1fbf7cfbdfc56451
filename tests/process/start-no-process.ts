import cluster from 'node:cluster'

/**
 * Preloaded into a shop with several workers: after `{ execPath }` its primary starts workers from that path, and none
 * if nothing is there. So it is on a system that has no room for another process.
 */
if (cluster.isPrimary)
  process.on('message', (message: { execPath?: string }) => {
    if (!message.execPath) return
    process.execPath = message.execPath
    process.send?.({})
  })
