import type { AuditAction } from '#contract/audit.ts'
import { AUDIT_ACTIONS } from '#contract/audit-actions.ts'
import { sayAction } from './say-action.ts'

type Props = { action: AuditAction | undefined; onChoose: (action: AuditAction | undefined) => void }

/** Chooses the kind of line to show; all by default. */
export function ActionSelect({ action, onChoose }: Props) {
  return (
    <select
      className="input max-w-md"
      aria-label="Show"
      value={action ?? ''}
      onChange={({ currentTarget }) => onChoose(AUDIT_ACTIONS.find((one) => one === currentTarget.value))}
    >
      <option value="">Everything</option>
      {AUDIT_ACTIONS.map((one) => (
        <option key={one} value={one}>
          {sayAction(one)}
        </option>
      ))}
    </select>
  )
}
