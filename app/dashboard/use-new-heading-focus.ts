import { type RefObject, useLayoutEffect } from 'react'
import { focusHeading } from '../row-place.ts'

/**
 * For a page whose content may be replaced as a whole, with its heading: if the focus is on the page itself, where it
 * moves when the focused part goes, it moves on to the new heading, which is then in view.
 */
export function useNewHeadingFocus(page: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const element = page.current
    if (!element) return
    let before = element.querySelector('h1')
    const changes = new MutationObserver(() => {
      const heading = element.querySelector('h1')
      if (!heading || heading === before) return
      // The first heading of a page that is navigated to is not new to anybody.
      if (before && document.activeElement === element) focusHeading()
      before = heading
    })
    changes.observe(element, { childList: true, subtree: true })
    return () => changes.disconnect()
  }, [page])
}
