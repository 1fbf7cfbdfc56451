import { useRef } from 'react'
import type { Decision, Report } from '#contract/reports.ts'
import { api } from '../../api.ts'
import { ApiProblem } from '../../api-problem.ts'
import type { Refresh, Reload } from '../../dashboard/unconfirmed-changes.ts'
import { ReasonForm } from '../../reports/reason-form.tsx'
import { toast } from '../../shell/toasts.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { WhatIsOffered } from './what-is-offered.tsx'

/** `called`: the laptop's name among the others of the list. */
export type Deciding = { report: Report; called: string; decision: Decision['decision'] }

const WORDS = {
  'taken-down': {
    title: 'Take the laptop down?',
    effect: 'It leaves the shop, and all its open reports are decided.',
    hint: 'The seller and everyone who reported the laptop will read this.',
    action: 'Take down',
    done: (called: string) => `${called} was taken down.`,
  },
  dismissed: {
    title: 'Dismiss the report?',
    effect: 'The laptop stays as it is.',
    hint: 'The person who reported the laptop will read this.',
    action: 'Dismiss',
    done: (called: string) => `The report on ${called} was dismissed.`,
  },
}

/** Decided before in the same way, by another admin or from another page: the first reason is what people have read. */
const decidedBefore = (called: string) =>
  `The report on ${called} had already been decided the same way. The earlier reason counts, not this one.`

/** Its row has moved to the decided ones: only this message says which report it was. */
const decidedOtherwise = (called: string) => `The report on ${called} has since been decided differently.`

/** After a lost answer it may have been decided here, or else by another admin meanwhile. */
const sayGone = (called: string) => `The report on ${called} is no longer open.`

type Props = {
  deciding: Deciding
  adminId: string
  /** Reloads the open reports. */
  reload: Reload
  /** Reloads them in the background after a failure: a request without an answer may have been decided all the same. */
  refresh: Refresh<Report>
  onClose: () => void
  /** Called once the report is known to be decided. */
  onDecided: () => void
}

/** Asks for the reason of a decision and makes it. */
export function DecisionDialog({ deciding, adminId, reload, refresh, onClose, onDecided }: Props) {
  const { report, called, decision } = deciding
  const { title, effect, hint, action, done } = WORDS[decision]
  const failure = `The report on ${called} was not decided.`
  /** Mounted while the dialog is shown. */
  const about = useRef<HTMLParagraphElement>(null)
  /** True from the moment of the failure, which may be that of closing. */
  const hasFailed = useRef(false)

  function look() {
    const onGone = () => {
      toast(sayGone(called), 'notice')
      onDecided()
    }
    refresh({ id: report._id, failure, onGone })
  }

  async function send(reason: string) {
    try {
      const { reasonCounts } = await api.put('/reports/{id}', {
        params: { id: report._id },
        body: { decision, reason },
      })
      toast(reasonCounts ? done(called) : decidedBefore(called))
    } catch (error) {
      // Another admin was faster: the list is out of date, so it is reloaded.
      if (!(error instanceof ApiProblem && error.code === 'already-decided')) {
        hasFailed.current = true
        if (!about.current) look()
        throw error
      }
      toast(decidedOtherwise(called), 'failure')
    }
    onDecided()
    void reload(report._id)
  }

  function close() {
    onClose()
    if (hasFailed.current) look()
  }

  return (
    <Dialog title={title} onClose={close}>
      <p ref={about} className="wrap-anywhere text-muted">
        {called}. {effect}
      </p>
      <div className="mt-4">
        <WhatIsOffered report={report} />
      </div>
      <ReasonForm
        label="Reason"
        hint={hint}
        action={action}
        harmful={decision === 'taken-down'}
        draftKey={`${decision} ${report._id} by ${adminId}`}
        failure={failure}
        send={send}
        onSent={onClose}
        onCancel={close}
      />
    </Dialog>
  )
}
