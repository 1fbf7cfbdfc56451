/**
 * How long requests are let in before everything else has its turn: enough for ten lists, or one page that is made
 * anew.
 */
const MOST_MS = 1
/** More than fit into that time. It bounds how many immediates are made in a turn, used or not. */
const MOST_IN_A_TURN = 30

/**
 * Lets requests in for a millisecond at a time, first come, first served. Then the event loop has a turn for all else:
 * sending what is ready, going on with what the database has answered. Two dozen requests at the same moment otherwise
 * delay that by as much as all of them take.
 */
export function createRequestScheduler(): (enter: () => void) => void {
  const waiting: (() => void)[] = []
  /** When this turn of the event loop began to let requests in. */
  let began: number | undefined

  // One immediate for each, so that what a request does at once, and what follows from that, is done before the next.
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
