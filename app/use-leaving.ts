import { type RefObject, useLayoutEffect, useRef } from 'react'
import { useNavigation } from 'react-router'

/**
 * Whether somebody is on their way to another page, which has not come yet: what leads on by itself, once something is
 * done, then does not.
 */
export function useLeaving(): RefObject<boolean> {
  const isLeaving = useRef(false)
  const { state } = useNavigation()
  useLayoutEffect(() => {
    isLeaving.current = state !== 'idle'
  })
  return isLeaving
}
