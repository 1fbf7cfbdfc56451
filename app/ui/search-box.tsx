import { useEffect, useRef } from 'react'
import { SearchIcon } from './icons.tsx'

/** How long somebody must have stopped typing before it is searched, in milliseconds. */
const PAUSE = 250

/** Searches as one types; Enter does not wait. `onSearch` hears the text without the space around it. */
export function SearchBox({ onSearch }: { onSearch: (text: string) => void }) {
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(waiting.current), [])
  function search(text: string, after: number) {
    clearTimeout(waiting.current)
    waiting.current = setTimeout(() => onSearch(text.trim()), after)
  }
  return (
    <search className="relative block max-w-md">
      <SearchIcon className="pointer-events-none absolute top-1/2 left-3 z-10 size-5 -translate-y-1/2 text-muted" />
      <input
        type="search"
        className="input pl-10"
        aria-label="Search for users"
        placeholder="Search for users"
        autoComplete="off"
        maxLength={100}
        onChange={({ currentTarget }) => search(currentTarget.value, PAUSE)}
        onKeyDown={({ key, currentTarget }) => {
          if (key === 'Enter') search(currentTarget.value, 0)
        }}
      />
    </search>
  )
}
