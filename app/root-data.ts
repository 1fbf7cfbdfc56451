import { useRouteLoaderData } from 'react-router'
import type { loader } from './root.tsx'

/** What every page knows: the brands, and the operator's settings. Undefined only if the page itself has failed. */
export const useRootData = () => useRouteLoaderData<typeof loader>('root')
