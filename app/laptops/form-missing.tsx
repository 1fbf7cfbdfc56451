import { Alert } from '../ui/alert.tsx'
import { Dialog } from '../ui/dialog.tsx'

/** Replaces a dialog's form whose script could not be loaded: it was lost on the way, or the shop was updated. */
export const formMissing = (title: string) => ({
  default: ({ onClose }: { onClose: () => void }) => (
    <Dialog title={title} onClose={onClose}>
      {/* Reloads the whole page, because some browsers remember that a script failed to load. */}
      <Alert onRetry={() => location.reload()}>This form could not be loaded.</Alert>
    </Dialog>
  ),
})
