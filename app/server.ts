import * as build from 'virtual:react-router/server-build'
import { createRequestHandler, RouterContextProvider } from 'react-router'
import { type PagesDeps, pagesContext } from './pages-context.ts'

export { pageTarget } from './page-target.ts'

/**
 * The pages of the shop as one function. `read` makes the loaders' calls, in this process; `nonce` marks the inline
 * scripts that this code wrote, for the content security policy; `contactEmail` is the address for contact; `google`
 * says whether people can sign in with Google; `report` is called for every error because of which a page could not be
 * rendered.
 */
export function createPages(deps: PagesDeps): (request: Request) => Promise<Response> {
  const handle = createRequestHandler(build, import.meta.env.MODE)
  return (request) => {
    const context = new RouterContextProvider()
    context.set(pagesContext, deps)
    return handle(request, context)
  }
}
