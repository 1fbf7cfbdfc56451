import { MoonIcon, SunIcon } from '../ui/icons.tsx'
import { toggleTheme, useDark } from './theme.ts'

export function ThemeToggle() {
  const dark = useDark()
  return (
    <button
      type="button"
      className="needs-script icon-action border-transparent"
      aria-label="Dark theme"
      aria-pressed={dark}
      title={dark ? 'Change to the light theme' : 'Change to the dark theme'}
      onClick={toggleTheme}
    >
      {/* CSS decides which one shows, before the script is loaded. */}
      <MoonIcon className="hidden size-5 dark:block" />
      <SunIcon className="size-5 dark:hidden" />
    </button>
  )
}
