/** The other end of openPart: answers every question with the result of `work`, until the bench ends. */
export function reply<Q, A>(work: (question: Q) => Promise<A> | A): void {
  process.on('message', async (question: Q) => {
    try {
      process.send?.({ value: await work(question) })
    } catch (error) {
      process.send?.({ failure: error instanceof Error ? (error.stack ?? error.message) : String(error) })
    }
  })
  process.once('disconnect', () => process.exit())
  // A Ctrl-C in the terminal reaches every process; the bench ends first, and this with it.
  process.on('SIGINT', () => {})
}
