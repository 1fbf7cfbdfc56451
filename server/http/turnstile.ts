/** So long requests may go on coming in before everything else has its turn: ten lists, or one page that is made anew. */
const MOST_MS = 1
/** More than come in in that time: for each an immediate is made, whether its turn comes or not. */
const MOST_IN_A_TURN = 30

/**
 * Lets requests in, first come, first served, for a millisecond at a time: then whatever else has come has a turn of
 * the event loop, what is ready is sent, what the database has answered goes on. Two dozen requests that come at
 * the same moment, and have to be worked for, otherwise delay it by as much as all of them take.
 */
export function createTurnstile(): (enter: () => void) => void {
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
