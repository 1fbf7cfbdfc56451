import { type RefObject, useLayoutEffect, useRef } from 'react'
import { useNavigation } from 'react-router'

/** Whether a navigation to another page is under way: then a redirect after some work is skipped. */
export function useLeaving(): RefObject<boolean> {
  const isLeaving = useRef(false)
  const { state } = useNavigation()
  useLayoutEffect(() => {
    isLeaving.current = state !== 'idle'
  })
  return isLeaving
}
