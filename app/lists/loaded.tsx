import { type ReactNode, Suspense, useEffect, useState } from 'react'
import { Await, useAsyncError, useRevalidator } from 'react-router'
import { isGone, sayProblem } from '../api-problem.ts'
import { Alert } from '../ui/alert.tsx'
import { SayLoaded } from './say-loaded.tsx'

type Props<T> = {
  data: T | Promise<T>
  /** The heading above what went wrong. */
  title: string
  waiting: ReactNode
  children: (data: T) => ReactNode
}

/** Shows what a loader has, or what stands there until it is here, or that it failed and can be tried again. */
export function Loaded<T>({ data, title, waiting, children }: Props<T>) {
  const [isWaitedFor] = useState(data instanceof Promise)
  const [hasCome, setHasCome] = useState(false)
  // On the server it always is: what fails there is then the page's failure, told of and answered as one. What was
  // waited for stays where it is when it is fetched anew: elsewhere the button that has the focus would be another.
  if (!isWaitedFor && !(data instanceof Promise)) return children(data)
  return (
    <>
      <SayLoaded title={title} hasCome={hasCome} />
      <Suspense fallback={waiting}>
        <Await resolve={data} errorElement={<Failed title={title} />}>
          {(ready) => <Come onCome={setHasCome}>{children(ready as T)}</Come>}
        </Await>
      </Suspense>
    </>
  )
}

function Come({ onCome, children }: { onCome: (hasCome: true) => void; children: ReactNode }) {
  useEffect(() => onCome(true), [onCome])
  return children
}

function Failed({ title }: { title: string }) {
  const error = useAsyncError()
  const { revalidate } = useRevalidator()
  // What is not there is a page that is not there: the site's own page for that says so.
  if (isGone(error)) throw error
  return (
    <>
      <h1 className="mb-8 text-xl">{title}</h1>
      <Alert onRetry={revalidate}>{sayProblem(error)}</Alert>
    </>
  )
}
