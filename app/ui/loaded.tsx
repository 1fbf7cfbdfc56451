import { type ReactNode, Suspense } from 'react'
import { Await, useAsyncError, useRevalidator } from 'react-router'
import { ApiProblem, sayProblem } from '../api-problem.ts'
import { Alert } from './alert.tsx'

type Props<T> = { data: T | Promise<T>; waiting: ReactNode; children: (data: T) => ReactNode }

/** Shows what a loader has, or what stands there until it is here, or that it failed and can be tried again. */
export function Loaded<T>({ data, waiting, children }: Props<T>) {
  return (
    <Suspense fallback={waiting}>
      <Await resolve={data} errorElement={<Failed />}>
        {(ready) => children(ready as T)}
      </Await>
    </Suspense>
  )
}

function Failed() {
  const error = useAsyncError()
  const { revalidate } = useRevalidator()
  // What is not there is a page that is not there: the site's own page for that says so.
  if (error instanceof ApiProblem && error.status === 404) throw error
  return <Alert onRetry={revalidate}>{sayProblem(error)}</Alert>
}
