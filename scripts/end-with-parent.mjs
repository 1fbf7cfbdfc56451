// Loaded into the server: should `npm start` itself be killed, the server ends as if it had been told to.
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
process.channel?.unref()
