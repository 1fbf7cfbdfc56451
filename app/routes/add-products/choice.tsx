import { useId } from 'react'
import { FieldProblem } from '../../forms/field.tsx'
import { holdChoice } from '../../forms/hold-choice.ts'

type Props = {
  legend: string
  name: string
  /** The options, with their meanings if these are not obvious. */
  options: readonly { value: string; meaning?: string }[]
  /** The initial choice. */
  defaultValue?: string | undefined
  problem?: string | undefined
  /** While the choice cannot be changed. */
  readOnly?: boolean
  /** The class of an option's label. */
  look?: string
}

/** A choice between a few visible options, with the meaning of each. */
export function Choice({ legend, name, options, defaultValue, problem, readOnly, look = '' }: Props) {
  const id = useId()
  return (
    <fieldset
      className="sm:col-span-2"
      aria-labelledby={`${id}-legend`}
      aria-describedby={problem && `${id}-problem`}
    >
      <legend id={`${id}-legend`} className="mb-1 text-sm font-semibold">
        {legend}
      </legend>
      <div className="grid gap-3 sm:grid-cols-3">
        {options.map(({ value, meaning }) => (
          <label key={value} className="radio-card grid grid-cols-[auto_1fr] gap-y-1 py-3">
            <input
              type="radio"
              name={name}
              value={value}
              defaultChecked={value === defaultValue}
              required
              className="radio radio-primary radio-sm"
              aria-labelledby={`${id}-${value}`}
              aria-describedby={meaning && `${id}-${value}-meaning`}
              aria-invalid={problem ? true : undefined}
              {...holdChoice(readOnly)}
            />
            <span id={`${id}-${value}`} className={`font-medium ${look}`}>
              {value}
            </span>
            {meaning && (
              <span id={`${id}-${value}-meaning`} className="col-span-2 self-start text-xs text-muted">
                {meaning}
              </span>
            )}
          </label>
        ))}
      </div>
      <FieldProblem id={`${id}-problem`}>{problem}</FieldProblem>
    </fieldset>
  )
}
