import { type InputHTMLAttributes, useId } from 'react'

type Props = InputHTMLAttributes<HTMLInputElement> & {
  label: string
  hint?: string
  /** What is wrong with what was typed. */
  problem?: string | undefined
}

/** An input with its label above it, a hint and what is wrong beneath it. */
export function Field({ label, hint, problem, className, ...input }: Props) {
  const id = useId()
  const notes = [hint && `${id}-hint`, problem && `${id}-problem`].filter(Boolean).join(' ')
  return (
    <div className={className}>
      <label htmlFor={id} className="mb-1 block text-sm font-semibold">
        {label}
      </label>
      <input
        {...input}
        id={id}
        className={input.type === 'file' ? 'file-input' : 'input'}
        aria-describedby={notes || undefined}
        aria-invalid={problem ? true : undefined}
      />
      {hint && (
        <p id={`${id}-hint`} className="mt-1 text-xs text-muted">
          {hint}
        </p>
      )}
      {problem && (
        <p id={`${id}-problem`} className="mt-1 text-sm font-medium text-danger">
          {problem}
        </p>
      )}
    </div>
  )
}
