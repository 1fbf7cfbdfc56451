// Preloaded into the server: if `npm start` itself is killed, the server ends as after a SIGTERM.
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
process.channel?.unref()
