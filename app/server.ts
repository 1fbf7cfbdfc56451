import * as build from 'virtual:react-router/server-build'
import { createRequestHandler, RouterContextProvider } from 'react-router'
import { type PagesDeps, pagesContext } from './pages-context.ts'

export { pageTarget } from './page-target.ts'

/**
 * The pages of the shop as one function. `read` answers the calls that loaders make, in this process;
 * `nonce` marks the inline scripts that this code wrote, for whoever sets the content security policy;
 * `contactEmail` is where people write to; `google` whether they can sign in with Google; `report` hears of
 * every error a page could not be made because of.
 */
export function createPages(deps: PagesDeps): (request: Request) => Promise<Response> {
  const handle = createRequestHandler(build, import.meta.env.MODE)
  return (request) => {
    const context = new RouterContextProvider()
    context.set(pagesContext, deps)
    return handle(request, context)
  }
}
