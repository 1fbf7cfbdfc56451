import { type RefObject, useLayoutEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { placeOf } from '../list-of-page.ts'

/** How high the page's part with its list was when it was left, by its place in the history and its address. */
const heightAt = new Map<string, number>()

/**
 * How high `part` was when somebody left this entry of the history; 0 where nobody has been. The room is kept while
 * the rows are fetched anew: the browser scrolls to the place before they are there, and cannot beyond the page's end.
 */
export function useHeightLeft(part: RefObject<HTMLElement | null>): number {
  const place = placeOf(useLocation())
  const [height] = useState(() => heightAt.get(place) ?? 0)
  useLayoutEffect(() => {
    const element = part.current
    // It still stands when it is left.
    return () => void (element && heightAt.set(place, element.offsetHeight))
  }, [place, part])
  return height
}
