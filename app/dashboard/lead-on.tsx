import { Navigate, useNavigation } from 'react-router'

/** Leads on from a page that is not for whoever looks, but not who is on their way to another that they have chosen. */
export function LeadOn({ to }: { to: string }) {
  const { state } = useNavigation()
  return state === 'idle' && <Navigate to={to} replace />
}
