import { useRouteLoaderData } from 'react-router'
import type { loader } from './root.tsx'

/** What every page knows: the brands, and what the operator has set. Undefined only where the page itself has failed. */
export const useRootData = () => useRouteLoaderData<typeof loader>('root')
