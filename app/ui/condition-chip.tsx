import { CONDITIONS, type Condition } from '#contract/choices.ts'
import { WithTip } from './with-tip.tsx'

const COLOURS: Record<Condition, string> = {
  Excellent: 'bg-trust-soft text-trust',
  Good: 'bg-base-200 text-ink',
  Fair: 'bg-caution-soft text-caution',
}

/** A laptop's condition, and what the word promises. */
export function ConditionChip({ condition }: { condition: Condition }) {
  return (
    <WithTip tip={CONDITIONS[condition]}>
      {(tipId) => (
        <button type="button" className={`chip cursor-help ${COLOURS[condition]}`} aria-describedby={tipId}>
          <span className="sr-only">Condition: </span>
          {condition}
        </button>
      )}
    </WithTip>
  )
}
