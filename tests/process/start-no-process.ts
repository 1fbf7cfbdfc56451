import cluster from 'node:cluster'

/**
 * Loaded into a shop with several workers: told `{ execPath }`, its first process starts others from there, and none
 * where nothing is. So it goes on a system that has no room for another process.
 */
if (cluster.isPrimary)
  process.on('message', (message: { execPath?: string }) => {
    if (!message.execPath) return
    process.execPath = message.execPath
    process.send?.({})
  })
