import { useRouteLoaderData } from 'react-router'
import type { loader } from './root.tsx'

/** Where people write to, as the operator has set it; undefined only where the page itself has failed. */
export function useContactEmail(): string | undefined {
  return useRouteLoaderData<typeof loader>('root')?.contactEmail
}
