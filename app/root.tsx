import { type MouseEvent, type ReactNode, use, useEffect, useRef } from 'react'
import { Links, Meta, Outlet, Scripts, ScrollRestoration, useLocation } from 'react-router'
import type { Route } from './+types/root'
import { serverApi } from './api.ts'
import stylesheet from './app.css?url'
import bricolage from './fonts/bricolage-grotesque.woff2?url'
import instrument from './fonts/instrument-sans.woff2?url'
import { NonceContext, pagesContext } from './pages-context.ts'
import { useRootData } from './root-data.ts'
import { startSession } from './session/session.ts'
import { EARLY_PRESS_SCRIPT, POPOVER_PRESS_SCRIPT } from './shell/early-press.ts'
import { EARLY_TYPING_SCRIPT } from './shell/early-typing.ts'
import { ErrorPage, titleOf } from './shell/error-page.tsx'
import { FOLLOWED_LINK_SCRIPT } from './shell/followed-link.ts'
import { Footer } from './shell/footer.tsx'
import { LATE_NOTE, LATE_SCRIPT } from './shell/late-script.ts'
import { OfflineNote } from './shell/offline-note.tsx'
import { PendingBar } from './shell/pending-bar.tsx'
import { THEME_COLORS, THEME_SCRIPT } from './shell/theme.ts'
import { startTips } from './shell/tips.ts'
import { ToastCorner } from './shell/toast-corner.tsx'
import { TopBar } from './shell/top-bar.tsx'

export const links: Route.LinksFunction = () => [
  // In development Vite has every file requested again, even a preloaded one.
  ...(import.meta.env.DEV ? [] : [bricolage, instrument]).map((href) => ({
    rel: 'preload',
    as: 'font',
    type: 'font/woff2',
    href,
    crossOrigin: 'anonymous' as const,
  })),
  { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
  { rel: 'alternate', href: '/blogs.xml', type: 'application/rss+xml', title: 'Clamshell blog' },
]

export const meta: Route.MetaFunction = ({ error }) => [
  { title: error ? titleOf(error) : 'Clamshell · Used laptops you can trust' },
  {
    name: 'description',
    content: 'Second-hand HP, Dell and Walton laptops, honestly described and priced.',
  },
]

/** The brands of the top bar, without which the page is shown if they cannot be loaded, and the settings. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const brands = await serverApi(context)
    .get('/brands')
    .catch(() => [])
  const { contactEmail, google } = context.get(pagesContext)
  return { brands, contactEmail, google, origin: new URL(request.url).origin }
}

/** It has run before hydration, which leaves it as it is. */
const HEAD_SCRIPT = `${THEME_SCRIPT};${EARLY_PRESS_SCRIPT};${EARLY_TYPING_SCRIPT};${POPOVER_PRESS_SCRIPT};${LATE_SCRIPT};${FOLLOWED_LINK_SCRIPT}`

/** None of it changes while somebody reads. */
export const shouldRevalidate = () => false

export function Layout({ children }: { children: ReactNode }) {
  const brands = useRootData()?.brands ?? []
  const nonce = use(NonceContext)
  return (
    <html lang="en" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content={THEME_COLORS.light} media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content={THEME_COLORS.dark} media="(prefers-color-scheme: dark)" />
        <script
          nonce={nonce}
          suppressHydrationWarning
          // biome-ignore lint/security/noDangerouslySetInnerHtml: our own constants, named by their hash
          dangerouslySetInnerHTML={{ __html: import.meta.env.SSR ? HEAD_SCRIPT : '' }}
        />
        {/* With a precedence React writes it before everything that could delay it. */}
        <link rel="stylesheet" href={stylesheet} precedence="default" />
        <Meta />
        <Links />
      </head>
      <body className="flex min-h-dvh flex-col">
        {/* biome-ignore lint/a11y/useValidAnchor: without script the browser follows it */}
        <a href="#content" onClick={skip} className="btn btn-primary skip-link">
          Skip to the content
        </a>
        <TopBar brands={brands} />
        <PendingBar />
        <OfflineNote />
        <div
          className="sticky top-16 z-20"
          suppressHydrationWarning
          // biome-ignore lint/security/noDangerouslySetInnerHtml: our own constant
          dangerouslySetInnerHTML={{ __html: import.meta.env.SSR ? LATE_NOTE : '' }}
        />
        <main id="content" tabIndex={-1} className="grow outline-none">
          {children}
        </main>
        <Footer />
        <ToastCorner />
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  )
}

/**
 * The start of a page's content: on the dashboard it is after the links beside it, which are the same on every page.
 */
const findContent = () => document.getElementById('page') ?? document.getElementById('content')

/** By script: the router would not know the history entry that the browser makes for the link. */
function skip(event: MouseEvent): void {
  event.preventDefault()
  const content = findContent()
  content?.scrollIntoView()
  content?.focus({ preventScroll: true })
}

/**
 * After navigating to a page, or to a part of one: reading and tabbing start there, as after a page load. A screen reader
 * says the label of what gets the focus, which tells the page; labelling what is around it too would tell it twice.
 */
function begin(at = findContent()): void {
  document.getElementById('content')?.removeAttribute('aria-label')
  findContent()?.setAttribute('aria-label', document.title)
  // Going back leaves a menu open, which would cover the page. `:is` also takes a selector that a browser does not know.
  document.querySelector<HTMLElement>(':is(:popover-open)')?.hidePopover()
  at?.focus({ preventScroll: true })
}

/** Whether a page of the site has been shown here. */
let hasStood = false

/** When an error replaces the page, or a page an error, the focused element is gone. */
function arrive(): void {
  if (hasStood) begin()
  hasStood = true
}

export default function App() {
  useEffect(arrive, [])
  useEffect(startSession, [])
  useEffect(startTips, [])
  const { pathname, hash, key } = useLocation()
  const shown = useRef({ pathname, key })
  useEffect(() => {
    const part = shown.current.key !== key && hash && document.getElementById(hash.slice(1))
    if (part) part.tabIndex = -1
    if (part || shown.current.pathname !== pathname) begin(part || undefined)
    shown.current = { pathname, key }
  }, [pathname, hash, key])
  return <Outlet />
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  useEffect(startSession, [])
  useEffect(() => {
    // The pages' titles do not cover errors of rendering.
    document.title = titleOf(error)
    arrive()
  }, [error])
  return <ErrorPage error={error} />
}
