import { type InputHTMLAttributes, useState } from 'react'
import { LEAST_PASSWORD } from '#contract/limits.ts'
import { Labelled, type Words } from '../forms/field.tsx'
import { html } from '../html.ts'
import { icon } from '../ui/icons.tsx'

const EyeIcon = icon(
  html`<path d="M3 12c2.4-4.2 5.4-6.3 9-6.3s6.6 2.1 9 6.3c-2.4 4.2-5.4 6.3-9 6.3S5.4 16.2 3 12Z"/><circle cx="12" cy="12" r="2.8"/>`,
)
const EyeClosedIcon = icon(
  html`<path d="M3 11c2.4 3.6 5.4 5.4 9 5.4s6.6-1.8 9-5.4M5.6 13.7 4 16m8 .4V19m6.4-5.3L20 16"/>`,
)

type Props = Words &
  Pick<InputHTMLAttributes<HTMLInputElement>, 'name' | 'autoComplete' | 'minLength' | 'readOnly'>

/** A password, with a button to show what was typed, instead of typing it twice. */
export function PasswordField({ label, hint, problem, ...input }: Props) {
  const [shown, setShown] = useState(false)
  return (
    <Labelled {...{ label, hint, problem }}>
      {(told) => (
        <div className="relative">
          <input
            {...input}
            {...told}
            required
            type={shown ? 'text' : 'password'}
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            className="input pr-12"
          />
          <button
            type="button"
            className="needs-script absolute inset-y-0 right-0 grid w-11 cursor-pointer place-items-center rounded-lg text-muted hover:text-ink"
            aria-label="Show what I type"
            aria-pressed={shown}
            title={shown ? 'Hide what I type' : 'Show what I type'}
            onClick={() => setShown(!shown)}
          >
            {shown ? <EyeClosedIcon /> : <EyeIcon />}
          </button>
        </div>
      )}
    </Labelled>
  )
}

/** A new password. */
export function NewPasswordField(words: Words & { name: string; readOnly?: boolean }) {
  return (
    <PasswordField
      {...words}
      autoComplete="new-password"
      hint={`At least ${LEAST_PASSWORD} characters.`}
      minLength={LEAST_PASSWORD}
    />
  )
}
