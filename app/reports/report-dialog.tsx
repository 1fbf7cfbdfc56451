import { startTransition, useEffect, useRef, useState } from 'react'
import { Link, useLocation, useRevalidator } from 'react-router'
import { isolate } from '#contract/isolate.ts'
import { loginPath } from '#contract/site-path.ts'
import { api } from '../api.ts'
import { isGone } from '../api-problem.ts'
import { useSession } from '../session/session.ts'
import { SessionFailed } from '../session/session-failed.tsx'
import { toast } from '../shell/toasts.ts'
import { Dialog } from '../ui/dialog.tsx'
import { ReasonForm } from './reason-form.tsx'

type Props = { productId: string; name: string; onClose: () => void }

/** Reports a laptop to the admins; somebody who is not signed in is led to the sign-in, and back. */
export default function ReportDialog({ productId, name, onClose }: Props) {
  const session = useSession()
  const { revalidate } = useRevalidator()
  /** Whether they could type here before their session ended. */
  const [couldType, setCouldType] = useState(false)
  if (session.status === 'signed-in' && !couldType) setCouldType(true)
  async function send(reason: string) {
    try {
      const { answer } = await api.insert('/reports', { body: { productId, reason } })
      // It counts, too, if an earlier answer was lost.
      if (answer.reasonCounts) toast('Thank you. An admin will look at this laptop.')
      // What was typed now is not stored, which must not be overlooked.
      else toast('You have already reported this laptop; that report is still open.', 'notice')
    } catch (error) {
      if (!isGone(error)) throw error
      // There is nothing left to report, nor a button left on the page.
      toast(`${isolate(name)} is no longer in the shop.`, 'notice')
      await revalidate()
    }
  }
  return (
    <Dialog title="Report this laptop" onClose={onClose} className="max-w-lg text-base">
      <p className="wrap-anywhere text-muted" dir="auto">
        {name}
      </p>
      {session.status === 'signed-in' && (
        <ReasonForm
          key={session.user._id}
          label="What is wrong with it?"
          hint="Only admins read this, not the seller. We e-mail you when it is decided."
          action="Submit"
          draftKey={`report of ${productId} by ${session.user._id}`}
          failure={`${isolate(name)} was not reported.`}
          send={send}
          // In one update with a list that is loaded: otherwise the focus would return to a button that then
          // disappears.
          onSent={() => startTransition(onClose)}
          onCancel={onClose}
        />
      )}
      {session.status === 'none' && <SignInFirst ended={couldType && session.ended} />}
      {session.status === 'loading' && <p className="mt-5">Checking whether you are signed in.</p>}
      <SessionFailed className="mt-5" />
    </Dialog>
  )
}

function SignInFirst({ ended }: { ended: boolean }) {
  const { pathname, search } = useLocation()
  const way = useRef<HTMLAnchorElement>(null)
  // The focused field may have been in its place.
  useEffect(() => way.current?.focus(), [])
  return (
    <>
      {ended && (
        <p role="alert" className="note note-caution mt-5">
          You have been signed out. What you have typed is kept.
        </p>
      )}
      <p className="mt-5">Please log in first, so that we can tell you what became of your report.</p>
      <p className="mt-6">
        <Link ref={way} to={loginPath(pathname + search)} className="btn btn-primary">
          Login
        </Link>
      </p>
    </>
  )
}
