import { useEffect, useRef, useState } from 'react'
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
  const [here, left] = useLeft()
  useEffect(() => {
    if (begun.current) return
    begun.current = true
    toast('Sorry! You are not Admin!', 'failure')
    // Away from this page before it hears that nobody is signed in: its guard would note it as the page to come
    // back to, and who signs in again would only be sent away again.
    const leave = () => {
      if (here.current) void navigate(loginPath('/dashboard'), { replace: true })
      return left
    }
    signOut(leave).catch((problem: unknown) => {
      toast(`You are still signed in. ${sayProblem(problem)}`, 'failure')
      if (here.current) void navigate('/dashboard', { replace: true })
    })
  }, [navigate, here, left])
  return <TableSkeleton label="Signing out" />
}

/** Whether the component is on the page, and a promise of the moment when it no longer is. */
function useLeft() {
  const here = useRef(false)
  const [{ left, tell }] = useState(() => {
    let tell = () => {}
    const left = new Promise<void>((done) => {
      tell = done
    })
    return { left, tell }
  })
  useEffect(() => {
    here.current = true
    return () => {
      here.current = false
      // Strict Mode takes it off the page and puts it back at once, while developing.
      setTimeout(() => here.current || tell())
    }
  }, [tell])
  return [here, left] as const
}
