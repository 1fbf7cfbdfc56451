import { useEffect, useRef } from 'react'
import { SIGN_UP_TYPES, type SignUpType } from '#contract/choices.ts'
import { holdChoice } from '../forms/hold-choice.ts'
import { ROLE_LABELS } from '../shell/dashboard-links.ts'

type Props = {
  /** The initial choice; Buyer by default. */
  chosen?: string | undefined
  /** Called with the choice, including the initial one. */
  onChoose?: (type: SignUpType) => void
  /** While the other cannot be chosen. */
  readOnly?: boolean
}

/** Buyer or Seller, as the field `userType` of a form. */
export function RoleChoice({ chosen = 'buyer', onChoose, readOnly }: Props) {
  const fieldset = useRef<HTMLFieldSetElement>(null)
  useEffect(() => {
    // There is no event for a choice made before hydration, or restored by the browser.
    const first = SIGN_UP_TYPES.find((type) => fieldset.current?.querySelector(`[value=${type}]:checked`))
    if (first) onChoose?.(first)
  }, [onChoose])
  return (
    <fieldset ref={fieldset}>
      <legend className="mb-1 text-sm font-semibold">I am a</legend>
      <div className="grid grid-cols-2 gap-3 max-[20rem]:grid-cols-1">
        {SIGN_UP_TYPES.map((type) => (
          <label key={type} className="radio-card flex font-medium">
            <input
              type="radio"
              name="userType"
              value={type}
              defaultChecked={type === chosen}
              onChange={() => onChoose?.(type)}
              {...holdChoice(readOnly)}
              className="radio radio-primary radio-sm"
            />
            {ROLE_LABELS[type]}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
