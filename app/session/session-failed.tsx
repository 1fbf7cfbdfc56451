import { sayProblem } from '../api-problem.ts'
import { Alert } from '../ui/alert.tsx'
import { refreshSession, useSession } from './session.ts'

/** Says that it could not be found out who is signed in, to somebody whose action needs it. */
export function SessionFailed({ className = '' }: { className?: string }) {
  const session = useSession()
  if (session.status !== 'failed') return null
  return (
    <Alert onRetry={refreshSession} className={className}>
      We could not check whether you are signed in. {sayProblem(session.problem)}
    </Alert>
  )
}
