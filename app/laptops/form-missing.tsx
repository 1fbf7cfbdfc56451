import { Alert } from '../ui/alert.tsx'
import { Dialog } from '../ui/dialog.tsx'

/** In place of a dialog's form whose script did not come: it was lost on the way, or the shop has another version by now. */
export const formMissing = (title: string) => ({
  default: ({ onClose }: { onClose: () => void }) => (
    <Dialog title={title} onClose={onClose}>
      {/* By the whole page: some browsers remember that a script did not come. */}
      <Alert onRetry={() => location.reload()}>This form could not be loaded.</Alert>
    </Dialog>
  ),
})
