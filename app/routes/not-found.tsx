import { data } from 'react-router'

/** Every other address: the answer says 404, and the site's page for that is shown. */
export function loader(): never {
  throw data(null, { status: 404 })
}

export default function NotFound() {
  return null
}
