import { useEffect, useRef } from 'react'
import { LENGTHS } from '#contract/limits.ts'
import { html } from '../html.ts'
import { icon } from '../ui/icons.tsx'

const SearchIcon = icon(html`<circle cx="10.5" cy="10.5" r="6"/><path d="m15 15 5 5"/>`)

/** How long somebody must have stopped typing before it is searched, in milliseconds. */
const PAUSE = 250

/** Enter, and what the keys for Back and Forward begin with: those leave the field without its blur. */
const NOW = ['Enter', 'Alt', 'Meta']

type Props = { asked: string; onSearch: (text: string) => void; busy: boolean }

/**
 * Searches as one types; Enter does not wait. `asked` stands there at first, `onSearch` hears the text without the space
 * around it; `busy` while what was searched for is on its way.
 */
export function SearchBox({ asked, onSearch, busy }: Props) {
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(waiting.current), [])
  function searchSoon(text: string) {
    clearTimeout(waiting.current)
    waiting.current = setTimeout(() => onSearch(text.trim()), PAUSE)
  }
  function searchNow(text: string) {
    clearTimeout(waiting.current)
    onSearch(text.trim())
  }
  return (
    <search className="relative block max-w-md">
      <SearchIcon className="pointer-events-none absolute top-1/2 left-3 z-10 size-5 -translate-y-1/2 text-muted" />
      <input
        type="search"
        className="input pr-10 pl-10"
        aria-label="Search for users"
        placeholder="Search for users"
        autoComplete="off"
        defaultValue={asked}
        maxLength={LENGTHS.search}
        onChange={({ currentTarget }) => searchSoon(currentTarget.value)}
        onKeyDown={({ key, currentTarget }) => {
          if (NOW.includes(key)) searchNow(currentTarget.value)
        }}
        // Whoever goes on to another page comes back to what they had typed.
        onBlur={({ currentTarget }) => searchNow(currentTarget.value)}
      />
      {/* Not for an answer that is there at once. */}
      {busy && (
        <span
          className="loading loading-spinner loading-sm pointer-events-none absolute top-1/2 right-3 z-10 -translate-y-1/2 transition-opacity delay-200 starting:opacity-0"
          aria-hidden="true"
        />
      )}
    </search>
  )
}
