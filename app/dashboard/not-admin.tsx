import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { loginPath } from '#contract/site-path.ts'
import { sayFailure } from '../api-problem.ts'
import { NOT_SIGNED_OUT, signOut } from '../session/session.ts'
import { dismissToasts, toast } from '../shell/toasts.ts'
import { useLeaving } from '../use-leaving.ts'
import { TableSkeleton } from './data-table.tsx'

/** Says so, and signs out; then navigates to /dashboard, which without a session is the sign-in. */
export function NotAdmin() {
  const navigate = useNavigate()
  const isLeaving = useLeaving()
  const begun = useRef(false)
  useEffect(() => {
    if (begun.current) return
    begun.current = true
    dismissToasts()
    toast('Sorry! You are not Admin!', 'failure')
    // Not back to this page, from which whoever signs in again would only be sent away again.
    const lead = (to: string) => {
      if (!isLeaving.current) void navigate(to, { replace: true })
    }
    signOut(() => lead(loginPath('/dashboard'))).catch((problem: unknown) => {
      toast(sayFailure(NOT_SIGNED_OUT, problem), 'failure')
      lead('/dashboard')
    })
  }, [navigate, isLeaving])
  return <TableSkeleton label="Signing out" />
}
