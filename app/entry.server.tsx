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
 * Renders a page whole before answering: no markup arrives in pieces that scripts must put in place, so the
 * page reads without JavaScript, and its inline scripts can be named in the policy by their hashes. All its
 * data are there by then, so it is made in one go: that takes half as long as a stream of small pieces.
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
 * Leaves the routes of other pages out: React Router makes what it needs of each that it is given, for every page
 * anew, and nothing that it writes tells of them (browsers get all from a file: `routeDiscovery`).
 */
function withItsRoutes({ manifest, ...context }: Context): Context {
  const ids = context.staticHandlerContext.matches.map(({ route }) => route.id)
  const routes = Object.fromEntries(ids.map((id) => [id, manifest.routes[id]]))
  return { ...context, manifest: { ...manifest, routes } }
}

/** A page as an answer, to be read by `text` alone: encoding it and decoding it again took a fifth of its time. */
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
 * Once something is painted, or after two seconds where nothing is: behind others a page is not. Only the first counts.
 * A frame that was asked for may come before what it shows is painted, so that is heard of instead.
 */
const START_PROGRAM = `{const program=document.getElementById('program'),start=()=>program.replaceWith(program.content);setTimeout(start,2000);new PerformanceObserver(list=>{if(list.getEntriesByName('first-contentful-paint').length>0)start()}).observe({type:'paint',buffered:true})}`

/**
 * Has the program come once the page is painted, with all its modules at a time: the page can be read without it, and
 * until then it would take the network and the processor from what is read.
 */
function oncePainted(program: string, nonce: string): string {
  return `<template id="program">${program}</template><script nonce="${nonce}">${START_PROGRAM}</script>`
}

/** Characters to escape: `<` could end the script, and a wide one makes the whole page two bytes wide (see html.ts). */
const UNFIT = /<|[^\0-\xff]/g

/** V8 keeps a string two bytes wide once it was; a round trip through latin1 makes it narrow again. */
const inOneByte = (text: string) => Buffer.from(text, 'latin1').toString('latin1')

/** What the loaders answered, for React Router in the browser, which waits for it as for a stream. */
function handOver(data: string, nonce: string): string {
  const text = JSON.stringify(data).replace(
    UNFIT,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
  const stream = 'window.__reactRouterContext.streamController'
  return `<script nonce="${nonce}">${stream}.enqueue(${inOneByte(text)});${stream}.close()</script>`
}

/** Hears what loaders threw. Refusals that a page turned into a status (404) are answers, not errors. */
export function handleError(error: unknown, { request, context }: LoaderFunctionArgs): void {
  if (request.signal.aborted || isRouteErrorResponse(error)) return
  context.get(pagesContext).report(error)
}
