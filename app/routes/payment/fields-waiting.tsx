import { Alert } from '../../ui/alert.tsx'

/** Replaces fields whose script could not be loaded: it was lost on the way, or the shop was updated. */
export const standIn = () => ({ default: FieldsMissing })

function FieldsMissing() {
  // Reloads the whole page, because some browsers remember that a script failed to load, and a new version's has
  // another name.
  return <Alert onRetry={() => location.reload()}>The card fields could not be loaded.</Alert>
}

/** Shown while the script of the card's fields, and the data that it needs, are loaded. */
export function FieldsWaiting() {
  return (
    <div role="status">
      <span className="sr-only">Preparing the payment</span>
      <div className="skeleton h-36" />
    </div>
  )
}
