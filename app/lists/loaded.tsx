import { type ReactNode, Suspense, useEffect, useState } from 'react'
import { Await, useAsyncError, useRevalidator } from 'react-router'
import { isGone, sayProblem } from '../api-problem.ts'
import { Alert } from '../ui/alert.tsx'
import { StatusText } from '../ui/status-text.tsx'

type Props<T> = {
  data: T | Promise<T>
  /** The heading of the error. */
  title: string
  waiting: ReactNode
  children: (data: T) => ReactNode
}

/** Shows a loader's data, a placeholder until it is there, or the failure with a button to try again. */
export function Loaded<T>({ data, title, waiting, children }: Props<T>) {
  const [isWaitedFor] = useState(data instanceof Promise)
  const [hasCome, setHasCome] = useState(false)
  // On the server the data is always there: what fails there is the page's failure, reported and answered as one. Data
  // that was waited for keeps its place in the tree when it is reloaded: elsewhere, the focused button would be another
  // element.
  if (!isWaitedFor && !(data instanceof Promise)) return children(data)
  return (
    <>
      <StatusText>{hasCome && `${title}: loaded.`}</StatusText>
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
  // If the thing does not exist, neither does the page: the site's own 404 page says so.
  if (isGone(error)) throw error
  return (
    <>
      <h1 className="mb-8 text-xl">{title}</h1>
      <Alert onRetry={revalidate}>{sayProblem(error)}</Alert>
    </>
  )
}
