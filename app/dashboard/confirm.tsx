import { useId, useRef, useState } from 'react'
import { isGone, sayFailure, sayProblem } from '../api-problem.ts'
import { UnderWay } from '../forms/under-way.tsx'
import { dismissFailure, toast } from '../shell/toasts.ts'
import { Alert } from '../ui/alert.tsx'
import { Dialog } from '../ui/dialog.tsx'

type Props = {
  /** The specification's question. */
  question: string
  /** What it is about, the laptop or the person, and what follows. */
  about: string
  /** What the button that does it says. */
  action: string
  /** What can be taken back is not asked in red. */
  harmless?: boolean
  /** What is said where it was closed before it failed. */
  failure: string
  /** What is said where it is not there any more: another person or tab was first. */
  gone: string
  onConfirm: () => Promise<void>
  /** Fetches anew what it was asked from. */
  reload: () => Promise<void>
  /**
   * The same unasked, where it failed: what got no answer may have been done, and where it was refused somebody else may
   * have been faster. Where nothing can be fetched what is there stays. `failure` is taken back once it is seen to be done,
   * and `onGone` called once what was asked about is seen to be gone.
   */
  refresh: (doubt: { failure: string; onGone: () => void }) => void
  onClose: () => void
}

/**
 * Asks before something is changed for others; says so when it fails, and can be tried again. What has begun cannot be
 * taken back: closed meanwhile, it says in the corner how it went wrong.
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
  /** There for as long as the question is. */
  const asked = useRef<HTMLParagraphElement>(null)
  /** From the moment in which it has failed, which may be the one in which it is closed. */
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
      // Another question may stand there by now.
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
        <UnderWay busy={busy} />
      </div>
    </Dialog>
  )
}
