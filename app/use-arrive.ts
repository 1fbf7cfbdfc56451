import { useCallback, useEffect, useRef } from 'react'
import { type NavigateOptions, useLocation, useNavigate } from 'react-router'

/**
 * Goes to another page of the site; the promise is kept once that page stands there, or whoever asked is gone. React
 * Router's own is kept before anything is drawn: what happens next would still happen to the page that is left.
 */
export function useArrive(): (to: string, options?: NavigateOptions) => Promise<void> {
  const navigate = useNavigate()
  const { key } = useLocation()
  const waiting = useRef<(() => void)[]>([])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key tells that another page stands there
  useEffect(
    () => () => {
      for (const arrived of waiting.current.splice(0)) arrived()
    },
    [key],
  )
  return useCallback(
    (to, options) =>
      new Promise((arrived) => {
        waiting.current.push(arrived)
        void navigate(to, options)
      }),
    [navigate],
  )
}
