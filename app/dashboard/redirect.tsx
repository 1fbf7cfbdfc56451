import { Navigate, useNavigation } from 'react-router'

/** Redirects from a page that is not for this person, unless they are already navigating to another. */
export function Redirect({ to }: { to: string }) {
  const { state } = useNavigation()
  return state === 'idle' && <Navigate to={to} replace />
}
