/**
 * Lets requests in one at a time, first come, first served, and between two of them whatever else has come has a turn
 * of the event loop: what is ready is sent, what the database has answered goes on. Two dozen requests that come at
 * the same moment, and have to be worked for, otherwise delay it by as much as all of them take.
 */
export function createTurnstile(): (enter: () => void) => void {
  const waiting: (() => void)[] = []
  let isTurning = false

  function turn(): void {
    const enter = waiting.shift()
    isTurning = enter !== undefined
    if (isTurning) setImmediate(turn)
    enter?.()
  }

  return (enter) => {
    waiting.push(enter)
    if (isTurning) return
    isTurning = true
    setImmediate(turn)
  }
}
