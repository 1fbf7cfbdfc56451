import { useState } from 'react'
import { LEAST_PASSWORD } from '#contract/limits.ts'
import { Field } from './field.tsx'

type Props = { problem?: string | undefined; current?: { problem?: string | undefined } }

/**
 * The fields of a form that sets a password: the new one as `newPassword`, before it where asked for the
 * `currentPassword`, and a way to read what was typed, in place of typing it twice.
 */
export function NewPassword({ problem, current }: Props) {
  const [shown, setShown] = useState(false)
  const type = shown ? 'text' : 'password'
  return (
    <>
      {current && (
        <Field
          label="Current password"
          name="currentPassword"
          type={type}
          autoComplete="current-password"
          required
          problem={current.problem}
        />
      )}
      <Field
        label="New password"
        name="newPassword"
        type={type}
        autoComplete="new-password"
        hint="At least 8 characters."
        minLength={LEAST_PASSWORD}
        required
        problem={problem}
      />
      <label className="flex min-h-11 cursor-pointer items-center gap-3 text-sm">
        <input
          type="checkbox"
          className="checkbox checkbox-primary"
          checked={shown}
          onChange={(event) => setShown(event.currentTarget.checked)}
        />
        Show what I type
      </label>
    </>
  )
}
