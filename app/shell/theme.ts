import { useSyncExternalStore } from 'react'
import { inStorage } from '../storage.ts'
import { createSubscribers } from '../subscribers.ts'

const KEY = 'theme'
const subscribers = createSubscribers()

/** The colours of the browser's own bars: the paper of each theme. */
export const THEME_COLORS = { light: '#fbfaf6', dark: '#12151a' }

/**
 * Runs before anything is painted: sets the theme that the visitor chose. Without a choice the system's preference
 * applies, which needs no script.
 */
export const THEME_SCRIPT = `try{var t=localStorage.getItem('${KEY}');if(t==='light'||t==='dark')document.documentElement.dataset.theme=t}catch(e){}`

/** Whether the page is dark now; false on the server. */
export function useDark(): boolean {
  return useSyncExternalStore(subscribe, isDark, () => false)
}

/** Switches to the other theme, and stores that choice in this browser. */
export function toggleTheme(): void {
  const theme = isDark() ? 'light' : 'dark'
  document.documentElement.dataset.theme = theme
  inStorage(() => localStorage.setItem(KEY, theme))
  paintBars()
  subscribers.notify()
}

/** Applies the choice to the browser's bars too, which only know the system's preference. */
function paintBars(): void {
  const chosen = document.documentElement.dataset.theme
  if (chosen !== 'light' && chosen !== 'dark') return
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
    meta.content = THEME_COLORS[chosen]
  }
}

function isDark(): boolean {
  const chosen = document.documentElement.dataset.theme
  return chosen ? chosen === 'dark' : systemDark().matches
}

function systemDark(): MediaQueryList {
  return matchMedia('(prefers-color-scheme: dark)')
}

function subscribe(subscriber: () => void): () => void {
  const system = systemDark()
  const follow = () => {
    const theme = inStorage(() => localStorage.getItem(KEY))
    if (!theme) return
    document.documentElement.dataset.theme = theme
    paintBars()
    subscriber()
  }
  const followTab = ({ key }: StorageEvent) => {
    if (key === KEY) follow()
  }
  const comeBack = ({ persisted }: PageTransitionEvent) => {
    // This page was in the back/forward cache, and has missed that event.
    if (persisted) follow()
  }
  // A page that an extension or a translator changed before hydration is rendered anew, without what the script set.
  follow()
  const stop = subscribers.subscribe(subscriber)
  system.addEventListener('change', subscriber)
  addEventListener('storage', followTab)
  addEventListener('pageshow', comeBack)
  return () => {
    stop()
    system.removeEventListener('change', subscriber)
    removeEventListener('storage', followTab)
    removeEventListener('pageshow', comeBack)
  }
}
