import type { Logger } from 'pino'
import type { AuditAction } from '#contract/audit.ts'
import type { Db } from '../database/with-transaction.ts'
import { networkOf } from '../http/client-address.ts'
import { currentRequest } from '../http/request-context.ts'
import { maskPath } from '../http/request-log.ts'
import { pathOf } from '../http/request-target.ts'
import { trySpendLimit } from '../limits/spend-limit.ts'
import { CardWebhookRefused } from '../outside/card-payments.ts'
import type { Problem } from '../problems.ts'
import { recordAudit } from './record-audit.ts'

type Deps = { db: Db; clock: () => Date; log: Logger }

/** The most lines from one network, so that nobody fills the disk by being refused. */
const DENIALS = { most: 30, seconds: 60 }
/** For a limit that is met over and over there is one line per call and network. */
const LIMITED = { most: 1, seconds: 15 * 60 }

/**
 * Creates the function that writes refusals into the audit trail: 403s, bad tokens and events without the card
 * provider's signature as `denied`, the first 429 of a call and network as `limited`, and no others. It never throws: a
 * refusal stands even if it cannot be recorded.
 */
export function createRefusalRecord({
  db,
  clock,
  log,
}: Deps): (request: Request, problem: Problem) => Promise<void> {
  return async (request, problem) => {
    const action = actionFor(request, problem)
    if (!action) return
    const { address = 'unknown', userId = null } = currentRequest() ?? {}
    const path = maskPath(pathOf(request))
    const call = `${request.method} ${path}`
    const network = networkOf(address)
    const [key, cap] =
      action === 'limited'
        ? [`audit limited ${network} ${request.method} ${withoutIds(path)}`, LIMITED]
        : [`audit denied ${network}`, DENIALS]
    const at = clock()
    try {
      if (!(await trySpendLimit(db, key, cap, at))) return
      const details = { reason: reasonOf(problem) }
      await recordAudit(db, { action, at, actor: userId, subject: call, details })
    } catch (err) {
      log.error({ event: 'refusal-not-recorded', err }, 'a refusal could not be recorded in the audit trail')
    }
  }
}

function actionFor(request: Request, problem: Problem): AuditAction | undefined {
  if (problem.code === 'too-many-requests') return 'limited'
  // Without any token somebody is just not signed in yet.
  const badToken = problem.code === 'not-signed-in' && request.headers.has('authorization')
  return problem.status === 403 || badToken || isUnsigned(problem) ? 'denied' : undefined
}

/** The first two segments of a path identify its call; the rest may be made up, and each line stays for ever. */
const withoutIds = (path: string) => path.split('/', 3).join('/')

const isUnsigned = (problem: Problem) => problem.cause instanceof CardWebhookRefused
const reasonOf = (problem: Problem) => (isUnsigned(problem) ? 'bad-signature' : problem.code)
