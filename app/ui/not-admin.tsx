import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { loginPath } from '#contract/site-path.ts'
import { sayProblem } from '../api-problem.ts'
import { signOut } from '../session.ts'
import { toast } from '../toasts.ts'
import { useArrive } from '../use-arrive.ts'
import { TableSkeleton } from './data-table.tsx'

/** Says it, and signs out; then to /dashboard, which without a session is the sign-in. */
export function NotAdmin() {
  const navigate = useNavigate()
  const arrive = useArrive()
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
    // Away from this page before it hears that nobody is signed in: its guard would note it as the page to come
    // back to, and who signs in again would only be sent away again.
    const leave = () => (here.current ? arrive(loginPath('/dashboard'), { replace: true }) : undefined)
    signOut(leave).catch((problem: unknown) => {
      toast(`You are still signed in. ${sayProblem(problem)}`, 'failure')
      if (here.current) void navigate('/dashboard', { replace: true })
    })
  }, [navigate, arrive])
  return <TableSkeleton label="Signing out" />
}
