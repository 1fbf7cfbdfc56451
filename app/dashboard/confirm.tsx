import { useId, useRef, useState } from 'react'
import { isGone, sayFailure, sayProblem } from '../api-problem.ts'
import { dismissFailure, toast } from '../shell/toasts.ts'
import { Alert } from '../ui/alert.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { StatusText } from '../ui/status-text.tsx'

type Props = {
  /** The specification's question. */
  question: string
  /** The laptop or person it is about, and the consequences. */
  about: string
  /** The label of the button that does it. */
  action: string
  /** For actions that can be undone: then it is not shown in red. */
  harmless?: boolean
  /** The message if it fails after the dialog was closed. */
  failure: string
  /** The message if the thing does not exist any more: another person or tab was first. */
  gone: string
  onConfirm: () => Promise<void>
  /** Reloads the list that it was opened from. */
  reload: () => Promise<void>
  /**
   * Reloads it in the background after a failure: a request without an answer may have been done, and after a refusal
   * somebody else may have been faster. If that fails too, the old rows stay. `failure` is dismissed once the change is
   * seen to be done, and `onGone` is called once the row is seen to be gone.
   */
  refresh: (change: { failure: string; onGone: () => void }) => void
  onClose: () => void
}

/**
 * Asks before something is changed for others; shows a failure, and can be tried again. A request that has begun cannot
 * be cancelled: if the dialog is closed meanwhile, a failure is shown as a toast.
 */
export function Confirm({
  question,
  about,
  action,
  harmless = false,
  failure,
  gone,
  onConfirm,
  reload,
  refresh,
  onClose,
}: Props) {
  const id = useId()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<unknown>()
  /** Mounted while the question is shown. */
  const asked = useRef<HTMLParagraphElement>(null)
  /** True from the moment of the failure, which may be that of closing. */
  const hasFailed = useRef(false)
  async function confirm() {
    if (busy) return
    setBusy(true)
    setProblem(undefined)
    dismissFailure(failure)
    try {
      await onConfirm().catch((error: unknown) => {
        if (!isGone(error)) throw error
        // There is nothing left to ask about, nor to try again.
        toast(gone, 'notice')
      })
      await reload()
      // Another question may be shown by now.
      if (asked.current) onClose()
    } catch (error) {
      setBusy(false)
      hasFailed.current = true
      if (asked.current) return setProblem(error)
      toast(sayFailure(failure, error), 'failure')
      look()
    }
  }
  const look = () => refresh({ failure, onGone: () => toast(gone, 'notice') })
  function close() {
    onClose()
    if (hasFailed.current) look()
  }
  return (
    <Dialog title={question} onClose={close} role="alertdialog" describedBy={id} className="max-w-md">
      <p ref={asked} id={id} className="wrap-anywhere text-muted">
        {about}
      </p>
      {problem !== undefined && <Alert className="mt-4">{sayProblem(problem)}</Alert>}
      <div className="mt-6 flex flex-wrap justify-end gap-3">
        <button type="button" className="btn btn-quiet" onClick={close}>
          {busy ? 'Close' : 'Cancel'}
        </button>
        <button
          type="button"
          className={harmless ? 'btn btn-primary' : 'btn btn-danger'}
          aria-disabled={busy}
          onClick={confirm}
        >
          {busy && <span className="loading loading-spinner loading-sm" aria-hidden="true" />}
          {action}
        </button>
        <StatusText>{busy && 'Sending …'}</StatusText>
      </div>
    </Dialog>
  )
}
