/** The other end of openPart: answers every question with what `work` makes of it, until the bench ends. */
export function reply<Q, A>(work: (question: Q) => Promise<A> | A): void {
  process.on('message', async (question: Q) => {
    try {
      process.send?.({ value: await work(question) })
    } catch (error) {
      process.send?.({ failure: error instanceof Error ? (error.stack ?? error.message) : String(error) })
    }
  })
  process.once('disconnect', () => process.exit())
  // A Ctrl-C in the terminal reaches everybody; the bench ends first, and this with it.
  process.on('SIGINT', () => {})
}
