import { data } from 'react-router'

/** Every other address: answers 404 with the site's page for that. */
export function loader(): never {
  throw data(null, { status: 404 })
}

export default function NotFound() {
  return null
}
