import { Alert } from '../../ui/alert.tsx'

/** For fields whose script did not come: it was lost on the way, or the shop has another version by now. */
export const standIn = () => ({ default: FieldsMissing })

function FieldsMissing() {
  // By the whole page: some browsers remember that a script did not come, and a new version's has another name.
  return <Alert onRetry={() => location.reload()}>The card fields could not be loaded.</Alert>
}

/** While the script of the card's fields is on its way, and what it needs to know. */
export function FieldsWaiting() {
  return (
    <div role="status">
      <span className="sr-only">Preparing the payment</span>
      <div className="skeleton h-36" />
    </div>
  )
}
