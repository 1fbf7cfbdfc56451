import { recordAudit } from '../audit/record-audit.ts'
import type { Db } from '../database/with-transaction.ts'
import type { Jobs } from '../jobs.ts'
import type { Limit } from '../limits/count-limit.ts'
import { spendLimit, trySpendLimit } from '../limits/spend-limit.ts'

type Deps = { db: Db; clock: () => Date; jobs: Jobs }

const PER_ACCOUNT = { most: 3, seconds: 60 * 60 }
const PER_ADDRESS: Limit = { most: 20, seconds: 60 * 60, ofAsker: true }

/**
 * Requests a link to choose a new password. What happens and what is answered is the same whether the e-mail exists or
 * not: a job finds out later. The fourth request for one e-mail within an hour silently sends nothing, since an error
 * would reveal that somebody else has asked; a browser that has signed in to the account before (`known`) has three
 * requests of its own. Problem: `too-many-requests` for many from one network address.
 */
export async function requestPasswordReset(
  { db, clock, jobs }: Deps,
  { email, address, known }: { email: string; address: string; known: boolean },
): Promise<void> {
  const now = clock()
  await spendLimit(
    db,
    `password-reset address ${address}`,
    PER_ADDRESS,
    now,
    'Too many links were requested. Please look for an e-mail you already have.',
  )
  const key = `password-reset ${known ? 'known' : 'account'} ${email}`
  if (!(await trySpendLimit(db, key, PER_ACCOUNT, now))) return
  await recordAudit(db, { action: 'password-reset-requested', at: now, actor: { email } })
  await jobs.mailPasswordReset(db, email)
}
