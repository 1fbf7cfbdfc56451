import { type RefObject, useLayoutEffect, useRef } from 'react'
import { useNavigation } from 'react-router'

/**
 * Whether the component's page is being left, or was: then a redirect after some work is skipped, because nobody is
 * called back from a page they have gone to meanwhile, or are going to.
 */
export function useLeaving(): RefObject<boolean> {
  const isLeaving = useRef(false)
  const { state } = useNavigation()
  useLayoutEffect(() => {
    isLeaving.current = state !== 'idle'
    return () => {
      isLeaving.current = true
    }
  })
  return isLeaving
}
