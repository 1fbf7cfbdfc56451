import { html, type Markup } from '../html.ts'

/*
 * Drawn for this shop on one 24-unit grid with one stroke. They have no text alternative: a name is always beside them.
 * These are in the script of every page; icons of few pages are drawn where they are used.
 */

/** The component of an icon, and the icon as markup. */
export function icon(drawing: Markup) {
  function Icon({ className = 'size-5' }: { className?: string }) {
    return (
      <svg
        viewBox="0 0 24 24"
        className={`icon ${className}`}
        aria-hidden="true"
        // biome-ignore lint/security/noDangerouslySetInnerHtml: a drawing of our own
        dangerouslySetInnerHTML={drawing}
      />
    )
  }
  /** The same as markup, for parts that are repeated many times in a page. */
  Icon.markup = (className = 'size-5') =>
    html`<svg viewBox="0 0 24 24" class="icon ${className}" aria-hidden="true">${drawing}</svg>`
  return Icon
}

export const MenuIcon = icon(html`<path d="M4 8h16M4 16h16"/>`)
export const CloseIcon = icon(html`<path d="m6 6 12 12M18 6 6 18"/>`)
export const HeartIcon = icon(
  html`<path d="M12 20s-7.5-4.6-7.5-10A4.3 4.3 0 0 1 12 7.3 4.3 4.3 0 0 1 19.5 10c0 5.4-7.5 10-7.5 10Z"/>`,
)
export const BagIcon = icon(html`<path d="M5.5 8.5h13l-1 11h-11l-1-11ZM9 8.5V7a3 3 0 0 1 6 0v1.5"/>`)
export const TrashIcon = icon(html`<path d="M5 7h14M10 7V4.5h4V7M7 7l.8 12.5h8.4L17 7M10.5 11v5M13.5 11v5"/>`)
export const SunIcon = icon(
  html`<circle cx="12" cy="12" r="4"/><path d="M12 3v1.5M12 19.5V21M3 12h1.5M19.5 12H21M5.6 5.6l1.1 1.1M17.3 17.3l1.1 1.1M5.6 18.4l1.1-1.1M17.3 6.7l1.1-1.1"/>`,
)
export const MoonIcon = icon(html`<path d="M19.5 14.3A8 8 0 0 1 9.7 4.5a8 8 0 1 0 9.8 9.8Z"/>`)
export const ShieldIcon = icon(
  html`<path d="M12 3.5 5 6v5.5c0 4.4 3 7.6 7 9 4-1.4 7-4.6 7-9V6l-7-2.5ZM9 12l2.2 2.2L15.2 10"/>`,
)
export const PinIcon = icon(
  html`<path d="M12 21s6.5-6 6.5-11a6.5 6.5 0 0 0-13 0c0 5 6.5 11 6.5 11Z"/><circle cx="12" cy="10" r="2.2"/>`,
)
export const ClockIcon = icon(html`<circle cx="12" cy="12" r="8"/><path d="M12 7.5V12l3 2"/>`)
export const PersonIcon = icon(
  html`<circle cx="12" cy="8.5" r="3.6"/><path d="M5 20c.8-3.6 3.6-5.4 7-5.4s6.2 1.8 7 5.4"/>`,
)
export const MailIcon = icon(html`<path d="M4 6.5h16v11H4v-11Zm0 .5 8 6.2L20 7"/>`)
export const FeedIcon = icon(
  html`<path d="M5 5a14 14 0 0 1 14 14M5 11a8 8 0 0 1 8 8"/><circle cx="6.2" cy="17.8" r="1.4" fill="currentColor" stroke="none"/>`,
)
export const FlagIcon = icon(html`<path d="M6 20.5v-16M6 5h11.5l-2.5 4 2.5 4H6"/>`)
