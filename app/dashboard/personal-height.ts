import { type RefObject, useLayoutEffect } from 'react'
import { useLocation } from 'react-router'
import { numberByPlace } from '../lists/number-by-place.ts'
import { useHydrated } from '../use-hydrated.ts'

const NAME = 'height'
/** What `#page` in parts.css reads. */
const PROPERTY = '--height-left'

/** How high a page of the dashboard was when it was left, by what the router calls its place in the history. */
const heightAt = numberByPlace(NAME)

/**
 * Runs in a page that was loaded, before the router's script scrolls to the place where somebody had been: gives it the
 * room that it had.
 */
export const HEIGHT_SCRIPT = `try{document.getElementById('page').style.setProperty('${PROPERTY}',JSON.parse(sessionStorage.getItem('${NAME}'))[history.state.key]+'px')}catch(e){}`

/** How high the page was when somebody left this entry of the history, or loaded it again; 0 where nobody has been. */
export function useHeightLeft(): number {
  const { key } = useLocation()
  return (useHydrated() && heightAt.get(key)) || 0
}

/**
 * Remembers how high `page` is when it is left. It keeps that room while parts of it are fetched anew: the browser
 * scrolls to the place before they are there, and cannot beyond the page's end.
 */
export function useKeptHeight(page: RefObject<HTMLElement | null>): void {
  const { key } = useLocation()
  useLayoutEffect(() => {
    const element = page.current
    element?.style.setProperty(PROPERTY, `${heightAt.get(key) ?? 0}px`)
    // It still stands when it is left.
    const leave = () => void (element && heightAt.set(key, element.offsetHeight))
    addEventListener('pagehide', leave)
    return () => {
      removeEventListener('pagehide', leave)
      leave()
    }
  }, [key, page])
}
