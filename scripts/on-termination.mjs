const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP']
const LOOK_MS = 500

/**
 * Calls `end(signal)` once per signal that asks this process to end. A Ctrl-C comes twice, from the terminal and from
 * npm. When npm is told to end, it ends only the shell between itself and this process: so the loss of the parent
 * counts as SIGTERM. Returns a function that stops listening.
 */
export function onTermination(end) {
  const told = new Set()
  const once = (signal) => {
    if (told.has(signal)) return
    told.add(signal)
    end(signal)
  }
  for (const signal of SIGNALS) process.on(signal, once)
  const parent = process.ppid
  const look = () => process.ppid !== parent && once('SIGTERM')
  const timer = process.env.npm_lifecycle_event && setInterval(look, LOOK_MS).unref()
  return () => {
    for (const signal of SIGNALS) process.off(signal, once)
    clearInterval(timer)
  }
}
