import { useEffect, useRef } from 'react'
import type { SignedInSession } from '#contract/users.ts'
import { api } from '../../api.ts'
import { isGone, sayProblem } from '../../api-problem.ts'
import { type Column, DataTable, TableSkeleton } from '../../dashboard/data-table.tsx'
import { formatLocalMoment } from '../../dashboard/local-dates.ts'
import { SignOutButton } from '../../session/sign-out-button.tsx'
import { toast } from '../../shell/toasts.ts'
import { Alert } from '../../ui/alert.tsx'
import { StatusText } from '../../ui/status-text.tsx'
import { useAction } from '../../use-action.ts'
import type { Load } from '../../use-load.ts'

const FAILURE = 'Not everything was signed out.'

type Props = { sessions: Load<SignedInSession[]> & { reload: () => Promise<void> } }

/** One's sessions, each with a button to sign it out. */
export function SessionList({ sessions }: Props) {
  return (
    <>
      {/* Outside of the part that is hidden until the part above it is loaded. */}
      <StatusText>{sessions.status === 'ready' && 'Where you are signed in: loaded.'}</StatusText>
      <section aria-labelledby="sessions" className="waits">
        <h2 id="sessions" tabIndex={-1} className="mb-4 text-lg outline-none">
          Where you are signed in
        </h2>
        {sessions.status === 'loading' && <TableSkeleton label="Loading where you are signed in" />}
        {sessions.status === 'failed' && (
          <Alert onRetry={sessions.reload}>{sayProblem(sessions.problem)}</Alert>
        )}
        {sessions.status === 'ready' && <Rows rows={sessions.data} reload={sessions.reload} />}
      </section>
    </>
  )
}

function Rows({ rows, reload }: { rows: SignedInSession[]; reload: () => Promise<void> }) {
  const pressed = useRef(false)
  const others = rows.filter(({ current }) => !current)
  const isMany = others.length > 1
  useEffect(() => {
    // The button that ended them is gone, and the focus with it.
    if (!isMany && pressed.current && document.activeElement === document.body)
      document.getElementById('sessions')?.focus()
  }, [isMany])
  const { busy, press: end } = useAction(FAILURE, async (ending: SignedInSession[]) => {
    try {
      for (const { _id } of ending) await endOne(_id)
      toast(ending.length === 1 ? 'That device is signed out.' : 'Everything else is signed out.')
    } finally {
      await reload()
    }
  })
  return (
    <>
      <StatusText>{busy && 'Signing out …'}</StatusText>
      <DataTable label="Where you are signed in" columns={columns(busy, (one) => end([one]))} rows={rows} />
      {isMany && (
        <button
          type="button"
          className="btn btn-quiet mt-4"
          aria-disabled={busy}
          onClick={() => {
            pressed.current = true
            void end(others)
          }}
        >
          Sign out all others
        </button>
      )}
    </>
  )
}

/** A session that has ended meanwhile counts as ended. */
async function endOne(id: string): Promise<void> {
  await api.delete('/sessions/{id}', { params: { id } }).catch((error: unknown) => {
    if (!isGone(error)) throw error
  })
}

function columns(busy: boolean, onEnd: (session: SignedInSession) => void): Column<SignedInSession>[] {
  return [
    {
      label: 'Device',
      cell: ({ device, current }) => (
        <span className="inline-flex flex-wrap items-center gap-2">
          <span className="font-semibold">{device}</span>
          {current && <span className="chip bg-trust-soft text-trust">This one</span>}
        </span>
      ),
    },
    { label: 'Signed in', cell: ({ signedInDate }) => <Moment iso={signedInDate} /> },
    { label: 'Last used', cell: ({ lastUsedDate }) => <Moment iso={lastUsedDate} /> },
    {
      label: 'Action',
      align: 'right',
      cell: (session) =>
        session.current ? (
          <SignOutButton className="btn btn-quiet whitespace-nowrap" />
        ) : (
          <button
            type="button"
            className="btn btn-quiet whitespace-nowrap"
            aria-label={`Sign out ${session.device}, signed in ${formatLocalMoment(session.signedInDate)}`}
            aria-disabled={busy}
            onClick={() => onEnd(session)}
          >
            Sign out
            {/* Tells it from the button of this device (row-place.ts): pressing again must not sign out here. */}
            <span hidden> elsewhere</span>
          </button>
        ),
    },
  ]
}

function Moment({ iso }: { iso: string }) {
  return (
    <time dateTime={iso} className="figures">
      {/* The hour goes to the next line as a whole. */}
      {formatLocalMoment(iso).replace(/\s(?=[AP]M$)/, '\u00a0')}
    </time>
  )
}
