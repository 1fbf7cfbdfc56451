import { renderToString } from 'react-dom/server'
import {
  type EntryContext,
  isRouteErrorResponse,
  type LoaderFunctionArgs,
  type RouterContextProvider,
  ServerRouter,
} from 'react-router'
import { NonceContext, pagesContext } from './pages-context.ts'

type Context = Omit<EntryContext, 'serverHandoffStream'>

/**
 * Renders a whole page before answering: no markup arrives in pieces that scripts must put in place, so the page reads
 * without JavaScript, and the policy can list its inline scripts by their hashes. All its data are there by then, so it
 * is rendered in one go: that takes half as long as a stream of small pieces.
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  { serverHandoffStream, ...routerContext }: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  const { nonce } = context.get(pagesContext)
  headers.set('Content-Type', 'text/html; charset=utf-8')
  const page = renderToString(
    <NonceContext value={nonce}>
      <ServerRouter context={withItsRoutes(routerContext)} url={request.url} nonce={nonce} />
    </NonceContext>,
  )
  const body = page.indexOf('<body')
  const end = page.lastIndexOf('</body>')
  const program = page.lastIndexOf('<script', end)
  const data = handOver(await new Response(serverHandoffStream).text(), nonce)
  // React Router's router has accessors, and V8 makes their pairs as old objects: what they reach, these data above all,
  // would live until the next full collection.
  routerContext.staticHandlerContext.loaderData = {}
  const preloads: string[] = []
  const head = page.slice(0, body).replace(MODULE_PRELOAD, (link) => {
    preloads.push(link)
    return ''
  })
  const late = oncePainted(preloads.join('') + page.slice(program, end), nonce)
  return new Page(`<!DOCTYPE html>${head}${page.slice(body, program)}${data}${late}${page.slice(end)}`, {
    status,
    headers,
  })
}

/**
 * Removes the routes of other pages: React Router prepares each route that it is given, again for every page, and
 * writes none of that into the page (browsers get all routes from a file: `routeDiscovery`).
 */
function withItsRoutes({ manifest, ...context }: Context): Context {
  const ids = context.staticHandlerContext.matches.map(({ route }) => route.id)
  const routes = Object.fromEntries(ids.map((id) => [id, manifest.routes[id]]))
  return { ...context, manifest: { ...manifest, routes } }
}

/** A page as a response that is only read by `text`: encoding and decoding it again took a fifth of its time. */
class Page extends Response {
  readonly #html: string

  constructor(html: string, init: ResponseInit) {
    super(null, init)
    this.#html = html
  }

  override text(): Promise<string> {
    return Promise.resolve(this.#html)
  }
}

const MODULE_PRELOAD = /<link rel="modulepreload"[^>]*>/g

/**
 * Starts the program after the first paint, or after two seconds if there is none: a page in a background tab is not
 * painted. Only the first of these counts. An animation frame may come before its content is painted, so the paint
 * itself is observed.
 */
const START_PROGRAM = `{const program=document.getElementById('program'),start=()=>program.replaceWith(program.content);setTimeout(start,2000);new PerformanceObserver(list=>{if(list.getEntriesByName('first-contentful-paint').length>0)start()}).observe({type:'paint',buffered:true})}`

/**
 * Loads the program, with all its modules at once, after the page is painted: the page can be read without it, and
 * until then it would compete for the network and the processor.
 */
function oncePainted(program: string, nonce: string): string {
  return `<template id="program">${program}</template><script nonce="${nonce}">${START_PROGRAM}</script>`
}

/**
 * Characters to escape: `<` could end the script, and a wide one makes the whole page two bytes per character (see
 * html.ts).
 */
const UNFIT = /<|[^\0-\xff]/g

/** V8 keeps a string at two bytes per character once it was; a round trip through latin1 makes it narrow again. */
const inOneByte = (text: string) => Buffer.from(text, 'latin1').toString('latin1')

/** The loaders' results for React Router in the browser, which expects them as a stream. */
function handOver(data: string, nonce: string): string {
  const text = JSON.stringify(data).replace(
    UNFIT,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
  const stream = 'window.__reactRouterContext.streamController'
  return `<script nonce="${nonce}">${stream}.enqueue(${inOneByte(text)});${stream}.close()</script>`
}

/** Reports what loaders threw. A refusal that became the page's status (404) is an answer, not an error. */
export function handleError(error: unknown, { request, context }: LoaderFunctionArgs): void {
  if (request.signal.aborted || isRouteErrorResponse(error)) return
  context.get(pagesContext).report(error)
}
