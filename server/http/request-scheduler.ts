/**
 * For how long requests are started before everything else has its turn: enough for ten lists, or one uncached page.
 */
const MOST_MS = 1
/** More requests than fit into that time. It bounds how many immediates are scheduled in a turn, used or not. */
const MOST_IN_A_TURN = 30

/**
 * Starts requests for a millisecond at a time, first come, first served. Then the event loop has a turn for everything
 * else: sending finished answers, continuing with the database's results. Otherwise two dozen requests that come at the
 * same moment delay that by the time of all of them.
 */
export function createRequestScheduler(): (enter: () => void) => void {
  const waiting: (() => void)[] = []
  /** When this turn of the event loop began to start requests. */
  let began: number | undefined

  // One immediate for each request, so that its synchronous work and the promise callbacks that follow are done before
  // the next.
  function letIn(): void {
    if (began === undefined) {
      began = performance.now()
      setImmediate(nextTurn)
    } else if (performance.now() - began > MOST_MS) return
    waiting.shift()?.()
  }

  function nextTurn(): void {
    began = undefined
    for (let n = Math.min(waiting.length, MOST_IN_A_TURN); n > 0; n--) setImmediate(letIn)
  }

  return (enter) => {
    waiting.push(enter)
    setImmediate(letIn)
  }
}
