import { useSyncExternalStore } from 'react'
import { createFollowers } from '../followers.ts'
import { inStorage } from '../storage.ts'

const KEY = 'theme'
const followers = createFollowers()

/** What a browser paints its own bars with: the paper of each theme. */
export const THEME_COLORS = { light: '#fbfaf6', dark: '#12151a' }

/**
 * Runs before anything is painted: the theme that the visitor chose, if they chose one. Where they did not,
 * the system's wish holds, which needs no script.
 */
export const THEME_SCRIPT = `try{var t=localStorage.getItem('${KEY}');if(t==='light'||t==='dark')document.documentElement.dataset.theme=t}catch(e){}`

/** Whether the page is dark now; false on the server. */
export function useDark(): boolean {
  return useSyncExternalStore(follow, isDark, () => false)
}

/** Changes to the other theme, and keeps that choice in this browser. */
export function toggleTheme(): void {
  const theme = isDark() ? 'light' : 'dark'
  document.documentElement.dataset.theme = theme
  inStorage(() => localStorage.setItem(KEY, theme))
  paintBars()
  followers.tell()
}

/** The choice holds for the browser's bars too, which know the system's wish only. */
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

function follow(follower: () => void): () => void {
  const system = systemDark()
  const followTab = ({ key, newValue }: StorageEvent) => {
    if (key !== KEY || !newValue) return
    document.documentElement.dataset.theme = newValue
    paintBars()
    follower()
  }
  paintBars()
  const stop = followers.follow(follower)
  system.addEventListener('change', follower)
  addEventListener('storage', followTab)
  return () => {
    stop()
    system.removeEventListener('change', follower)
    removeEventListener('storage', followTab)
  }
}
