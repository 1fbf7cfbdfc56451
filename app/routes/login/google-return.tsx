import { useCallback, useEffect, useRef, useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { api } from '../../api.ts'
import { ApiProblem, sayProblem } from '../../api-problem.ts'
import { findSignedIn } from '../../session/sign-in-service.ts'
import { toast } from '../../shell/toasts.ts'
import { nextPath } from '../../sign-in/next-path.ts'
import { enterSession } from '../../sign-in/sign-in.ts'
import { Alert } from '../../ui/alert.tsx'
import { useLeaving } from '../../use-leaving.ts'

/** The page that Google returns to: registers the person, gets their token, and sends them on. */
export function GoogleReturn() {
  const { search } = useLocation()
  const navigate = useNavigate()
  const isLeaving = useLeaving()
  const begun = useRef(false)
  const [problem, setProblem] = useState<unknown>()

  const finish = useCallback(async () => {
    setProblem(undefined)
    try {
      await register()
      toast('Successfully Login with Google.')
      if (!isLeaving.current) await navigate(nextPath(search), { replace: true })
    } catch (error) {
      setProblem(error)
    }
  }, [navigate, isLeaving, search])

  useEffect(() => {
    if (begun.current) return
    begun.current = true
    void finish()
  }, [finish])

  if (problem === undefined) {
    return (
      <p role="status" className="flex min-h-24 items-center justify-center gap-3">
        <span className="loading loading-spinner" aria-hidden="true" />
        Signing you in with Google…
      </p>
    )
  }
  return (
    <>
      <Alert onRetry={finish}>{sayProblem(problem)}</Alert>
      <p className="mt-6 text-sm">
        <Link to={`/login?${new URLSearchParams({ next: nextPath(search) })}`} className="link">
          Back to Login
        </Link>
      </p>
    </>
  )
}

/** Makes a new person a buyer, and finds out who is signed in. Throws what failed. */
async function register(): Promise<void> {
  const person = await findSignedIn()
  if (!person) throw new ApiProblem(401, 'not-signed-in', 'The sign-in with Google was not completed.')
  const { name, email } = person
  await api.put('/googleuser/{email}', { params: { email }, body: { name, email, userType: 'buyer' } })
  await enterSession()
}
