import { useEffect, useId, useState } from 'react'
import { useLocation } from 'react-router'
import { sayProblem } from '../api-problem.ts'
import { keepValues } from '../forms/draft.ts'
import { useRootData } from '../root-data.ts'
import { Alert } from '../ui/alert.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { StatusText } from '../ui/status-text.tsx'
import { GoogleOutcome, keptWay, WAY_TO_GOOGLE } from './google-outcome.tsx'
import { nextPath } from './next-path.ts'
import { startGoogleSignIn } from './sign-in.ts'

/**
 * How long the way to Google may take, in milliseconds: the timeout of the call (fetch-shop.ts), and as long again for
 * the page.
 */
const LONGEST = 60_000

/** `why`: the reason why it cannot be used now, which is shown. */
type Props = { disabled: boolean; why?: string | undefined }

/** Sign in with Google, and the result for somebody who comes back; absent if the shop has no Google sign-in. */
export function GoogleButton({ disabled, why }: Props) {
  const reason = useId()
  const { search } = useLocation()
  const offered = useRootData()?.google
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<unknown>()

  useEffect(() => {
    const rest = () => setBusy(false)
    // Going back from Google may restore this page as it was left: busy.
    addEventListener('pageshow', rest)
    // A browser that is stopped on the way stays on this page. Older browsers lack this event.
    window.navigation?.addEventListener('navigateerror', rest)
    return () => {
      removeEventListener('pageshow', rest)
      window.navigation?.removeEventListener('navigateerror', rest)
    }
  }, [])

  useEffect(() => {
    // If nothing or a file comes instead of a page, no browser has an event; and not every browser has one for being
    // stopped.
    const rest = busy ? setTimeout(setBusy, LONGEST, false) : undefined
    return () => clearTimeout(rest)
  }, [busy])

  async function leave() {
    if (busy || disabled || why) return
    setBusy(true)
    setProblem(undefined)
    try {
      // The address may not say it yet if the button was clicked before hydration.
      const next = keptWay(search) ?? nextPath(search)
      const address = await startGoogleSignIn(next)
      keepValues(WAY_TO_GOOGLE, { next })
      location.assign(address)
    } catch (error) {
      setProblem(error)
      setBusy(false)
    }
  }

  if (!offered) return null
  return (
    <div className="needs-script mt-5 grid gap-4">
      <p className="flex items-center gap-3 text-sm text-muted before:h-px before:grow before:bg-line after:h-px after:grow after:bg-line">
        or
      </p>
      {problem === undefined ? <GoogleOutcome /> : <Alert>{sayProblem(problem)}</Alert>}
      <button
        type="button"
        aria-disabled={busy || disabled || why !== undefined}
        aria-describedby={why && reason}
        onClick={leave}
        className={`flex min-h-12 items-center justify-center gap-3 rounded-[0.625rem] border border-[light-dark(#747775,#8e918f)] bg-[light-dark(#fff,#131314)] px-4 text-sm font-semibold text-[light-dark(#1f1f1f,#e3e3e3)] ${why ? 'cursor-not-allowed opacity-60' : 'cursor-pointer hover:bg-[light-dark(#f5f6f8,#242527)] aria-disabled:cursor-default'}`}
      >
        {busy ? <Spinner size="size-5" /> : <GoogleMark />}
        <span>Sign in with Google</span>
      </button>
      <StatusText>{busy && 'On the way to Google …'}</StatusText>
      {why && (
        <p id={reason} className="text-sm text-muted">
          {why}
        </p>
      )}
    </div>
  )
}

/** Google's own mark, in the colours it prescribes. */
const GoogleMark = () => (
  <svg viewBox="0 0 48 48" className="size-5" aria-hidden="true">
    <path
      fill="#EA4335"
      d="M24 9.5c3.54 0 6.71 1.22 9.21 3.6l6.85-6.85C35.9 2.38 30.47 0 24 0 14.62 0 6.51 5.38 2.56 13.22l7.98 6.19C12.43 13.72 17.74 9.5 24 9.5z"
    />
    <path
      fill="#4285F4"
      d="M46.98 24.55c0-1.57-.15-3.09-.38-4.55H24v9.02h12.94c-.58 2.96-2.26 5.48-4.78 7.18l7.73 6c4.51-4.18 7.09-10.36 7.09-17.65z"
    />
    <path
      fill="#FBBC05"
      d="M10.53 28.59c-.48-1.45-.76-2.99-.76-4.59s.27-3.14.76-4.59l-7.98-6.19C.92 16.46 0 20.12 0 24c0 3.88.92 7.54 2.56 10.78l7.97-6.19z"
    />
    <path
      fill="#34A853"
      d="M24 48c6.48 0 11.93-2.13 15.89-5.81l-7.73-6c-2.15 1.45-4.92 2.3-8.16 2.3-6.26 0-11.57-4.22-13.47-9.91l-7.98 6.19C6.51 42.62 14.62 48 24 48z"
    />
  </svg>
)
