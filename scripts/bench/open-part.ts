import { type ForkOptions, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** A process of the bench, which answers one question at a time and ends with the bench. */
export type Part = { pid: number; ask<A>(question: object): Promise<A>; close(): void }

/** Starts the module `name` of this folder in a process of its own. The module answers by reply() of reply.ts. */
export function openPart(name: string, options: ForkOptions = {}): Part {
  const child = fork(fileURLToPath(new URL(name, import.meta.url)), options)
  return {
    pid: child.pid ?? 0,
    ask<A>(question: object) {
      return new Promise<A>((done, fail) => {
        const onExit = () => fail(new Error(`${name} ended while it was asked something.`))
        child.once('exit', onExit)
        child.once('message', (answer: { failure?: string; value: A }) => {
          child.off('exit', onExit)
          if (answer.failure) fail(new Error(`${name}: ${answer.failure}`))
          else done(answer.value)
        })
        child.send(question)
      })
    },
    close: () => child.disconnect(),
  }
}
