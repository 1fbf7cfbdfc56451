import { useId, useRef, useState } from 'react'
import { isGone, sayFailure, sayProblem } from '../api-problem.ts'
import { dismissFailure, toast } from '../shell/toasts.ts'
import { Alert } from '../ui/alert.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { StatusText } from '../ui/status-text.tsx'
import type { Refresh, Reload } from './unconfirmed-changes.ts'

/** The shop's answer; calls say whether anything was changed, or deleted. */
type Answer = { acknowledged: true; modifiedCount?: number; deletedCount?: number }

/**
 * A change to a row of a list that is asked about first: its question, its call, and its messages for success and
 * failure. `called`: the row's name among the others of the list.
 */
export type Change<Row> = {
  /** The specification's. */
  question: string
  /** The label of the button that does it. */
  action: string
  /** For actions that can be undone: then it is not shown in red. */
  harmless?: boolean
  run: (row: Row) => Promise<Answer>
  /** Whether the row shows that it is done; a deleted one is not there to show it. */
  isDone?: (row: Row) => boolean
  done: (called: string, answer: Answer) => string
  /** The message if it fails after the dialog was closed. */
  failure: (called: string) => string
}

type Props<Row> = {
  change: Change<Row>
  row: Row
  called: string
  /** The laptop or person it is about, and the consequences. */
  about: string
  /** The message if the thing does not exist any more: another person or tab was first. */
  gone: string
  /** Reloads the list that it was opened from. */
  reload: Reload
  /**
   * Reloads it in the background after a failure: a request without an answer may have been done, and after a refusal
   * somebody else may have been faster. If that fails too, the old rows stay.
   */
  refresh: Refresh<Row>
  onClose: () => void
}

/**
 * Asks before something is changed for others; shows a failure, and can be tried again. A request that has begun cannot
 * be cancelled: if the dialog is closed meanwhile, a failure is shown as a toast.
 */
export function Confirm<Row extends { _id: string }>(props: Props<Row>) {
  const { change, row, called, about, gone, reload, refresh, onClose } = props
  const { question, action, harmless, run, isDone } = change
  const failure = change.failure(called)
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
      const answer = await run(row).catch((error: unknown) => {
        if (!isGone(error)) throw error
        return undefined
      })
      // There is nothing left to ask about, nor to try again, if it was gone before, or was deleted at this moment.
      if (!answer || answer.deletedCount === 0) toast(gone, 'notice')
      else toast(change.done(called, answer))
      await reload(row._id)
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
  const look = () => refresh({ id: row._id, failure, isDone, onGone: () => toast(gone, 'notice') })
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
          {busy && <Spinner />}
          <span>{action}</span>
        </button>
        <StatusText>{busy && 'Sending …'}</StatusText>
      </div>
    </Dialog>
  )
}
