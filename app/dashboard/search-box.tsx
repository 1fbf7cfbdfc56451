import { useEffect, useRef } from 'react'
import { LENGTHS } from '#contract/limits.ts'
import { html } from '../html.ts'
import { icon } from '../ui/icons.tsx'

const SearchIcon = icon(html`<circle cx="10.5" cy="10.5" r="6"/><path d="m15 15 5 5"/>`)

/** How long after the last key the search starts, in milliseconds. */
const PAUSE = 250

/** Enter, and the first keys of the shortcuts for Back and Forward: those leave the field without a blur. */
const NOW = ['Enter', 'Alt', 'Meta']

type Props = { asked: string; onSearch: (text: string) => void; busy: boolean }

/**
 * Searches as one types; Enter does not wait. `asked` is the initial text, `onSearch` is called with the trimmed text;
 * `busy` while results are being loaded.
 */
export function SearchBox({ asked, onSearch, busy }: Props) {
  const waiting = useRef<{ timer: ReturnType<typeof setTimeout>; search: () => void }>(undefined)
  // A mouse or a gesture may go back, or reload, without a blur.
  useEffect(() => {
    const leave = () => waiting.current?.search()
    // When `pagehide` comes, the history entry can no longer be written.
    addEventListener('beforeunload', leave)
    return () => {
      removeEventListener('beforeunload', leave)
      leave()
    }
  }, [])
  function searchSoon(text: string) {
    clearTimeout(waiting.current?.timer)
    const search = () => searchNow(text)
    waiting.current = { timer: setTimeout(search, PAUSE), search }
  }
  function searchNow(text: string) {
    clearTimeout(waiting.current?.timer)
    waiting.current = undefined
    onSearch(text.trim())
  }
  return (
    <search className="relative z-20 block max-w-md sm:max-w-64 xl:max-w-md">
      <SearchIcon className="pointer-events-none absolute top-1/2 left-3 z-10 size-5 -translate-y-1/2 text-muted" />
      <input
        type="search"
        className="input pl-10"
        aria-label="Search for users"
        placeholder="Search for users"
        autoComplete="off"
        defaultValue={asked}
        maxLength={LENGTHS.search}
        onChange={({ currentTarget }) => searchSoon(currentTarget.value)}
        onKeyDown={({ key, currentTarget }) => {
          if (NOW.includes(key)) searchNow(currentTarget.value)
        }}
        // Somebody who leaves the page comes back to what they had typed.
        onBlur={({ currentTarget }) => searchNow(currentTarget.value)}
      />
      {/* In place of the X, but not for an answer that comes at once. */}
      {busy && (
        <span
          className="loading loading-spinner loading-sm pointer-events-none absolute top-1/2 right-2.25 z-10 -translate-y-1/2 transition-opacity delay-200 starting:opacity-0"
          aria-hidden="true"
        />
      )}
    </search>
  )
}
