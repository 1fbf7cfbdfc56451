import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { loginPath } from '#contract/site-path.ts'
import { sayProblem } from '../api-problem.ts'
import { signOut } from '../session.ts'
import { toast } from '../toasts.ts'
import { TableSkeleton } from './data-table.tsx'

/** Says it, and signs out; then to /dashboard, which without a session is the sign-in. */
export function NotAdmin() {
  const navigate = useNavigate()
  const begun = useRef(false)
  /** Whether this is still on the page. */
  const here = useRef(false)
  useEffect(() => {
    here.current = true
    return () => {
      here.current = false
    }
  }, [])
  useEffect(() => {
    if (begun.current) return
    begun.current = true
    toast('Sorry! You are not Admin!', 'failure')
    // Not back to this page, from which who signs in again would only be sent away again.
    const leave = () => {
      if (here.current) void navigate(loginPath('/dashboard'), { replace: true })
    }
    signOut(leave).catch((problem: unknown) => {
      toast(`You may still be signed in. ${sayProblem(problem)}`, 'failure')
      if (here.current) void navigate('/dashboard', { replace: true })
    })
  }, [navigate])
  return <TableSkeleton label="Signing out" />
}
