import { useId, useState } from 'react'
import { sayProblem } from '../api-problem.ts'
import { Alert } from './alert.tsx'
import { Dialog } from './dialog.tsx'

type Props = {
  /** The specification's question. */
  question: string
  /** What it is about: the laptop, the person. */
  about: string
  /** What the button that does it says. */
  action: string
  /** What can be taken back is not asked in red. */
  harmless?: boolean
  onConfirm: () => Promise<void>
  /** Fetches anew what it was asked from. */
  reload: () => Promise<void>
  onClose: () => void
}

/** Asks before something is changed for others; says so when it fails, and can be tried again. */
export function Confirm({ question, about, action, harmless = false, onConfirm, reload, onClose }: Props) {
  const id = useId()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<unknown>()
  async function confirm() {
    setBusy(true)
    setProblem(undefined)
    try {
      await onConfirm()
    } catch (error) {
      setProblem(error)
      setBusy(false)
      // Refused, perhaps, because the list is behind: somebody else was faster.
      return reload()
    }
    await reload()
    onClose()
  }
  return (
    <Dialog title={question} onClose={onClose} role="alertdialog" describedBy={id} className="max-w-md">
      <p id={id} className="wrap-anywhere text-muted">
        {about}
      </p>
      {problem !== undefined && <Alert className="mt-4">{sayProblem(problem)}</Alert>}
      <div className="mt-6 flex flex-wrap justify-end gap-3">
        <button type="button" className="btn btn-quiet" onClick={onClose}>
          Cancel
        </button>
        <button
          type="button"
          className={harmless ? 'btn btn-primary' : 'btn btn-danger'}
          disabled={busy}
          onClick={confirm}
        >
          {action}
        </button>
      </div>
    </Dialog>
  )
}
