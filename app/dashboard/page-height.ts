import { type RefObject, useLayoutEffect } from 'react'
import { useLocation } from 'react-router'
import { numberByEntry } from '../lists/number-by-entry.ts'
import { useHydrated } from '../use-hydrated.ts'

const NAME = 'height'
/** The CSS property that `#page` in parts.css uses. */
const PROPERTY = '--height-left'

/** How high a page of the dashboard was when it was left, by the router's key of the history entry. */
const heightAt = numberByEntry(NAME)

/**
 * Runs in a loaded page before the router's script restores the scroll position: gives the page the height that it had.
 */
export const HEIGHT_SCRIPT = `try{document.getElementById('page').style.setProperty('${PROPERTY}',JSON.parse(sessionStorage.getItem('${NAME}'))[history.state.key]+'px')}catch(e){}`

/** How high the page was when this history entry was left, or reloaded; 0 on a first visit. */
export function usePreviousHeight(): number {
  const { key } = useLocation()
  return (useHydrated() && heightAt.get(key)) || 0
}

/**
 * Remembers how high `page` is when it is left. It keeps that height while parts of it are fetched again: the browser
 * restores the scroll position before they are there, and cannot scroll beyond the page's end.
 */
export function useHeightRestoration(page: RefObject<HTMLElement | null>): void {
  const { key } = useLocation()
  useLayoutEffect(() => {
    const element = page.current
    element?.style.setProperty(PROPERTY, `${heightAt.get(key) ?? 0}px`)
    // It is still mounted when it is left.
    const leave = () => void (element && heightAt.set(key, element.offsetHeight))
    addEventListener('pagehide', leave)
    return () => {
      removeEventListener('pagehide', leave)
      leave()
    }
  }, [key, page])
}
