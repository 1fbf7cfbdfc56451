import { type InputHTMLAttributes, type ReactNode, type TextareaHTMLAttributes, useId } from 'react'

type Words = {
  label: string
  hint?: string | undefined
  /** What is wrong with what was typed. */
  problem?: string | undefined
}

/** An input with its label above it, a hint and what is wrong beneath it. */
export function Field({
  label,
  hint,
  problem,
  className,
  ...input
}: Words & InputHTMLAttributes<HTMLInputElement>) {
  return (
    <Labelled {...{ label, hint, problem, className }}>
      {(told) => <input {...input} {...told} className={input.type === 'file' ? 'file-input' : 'input'} />}
    </Labelled>
  )
}

/** The same for several lines. */
export function TextArea({
  label,
  hint,
  problem,
  className,
  ...area
}: Words & TextareaHTMLAttributes<HTMLTextAreaElement>) {
  return (
    <Labelled {...{ label, hint, problem, className }}>
      {(told) => <textarea rows={4} {...area} {...told} className="textarea" />}
    </Labelled>
  )
}

type Told = { id: string; 'aria-describedby': string | undefined; 'aria-invalid': true | undefined }
type LabelledProps = Words & { className?: string | undefined; children: (told: Told) => ReactNode }

function Labelled({ label, hint, problem, className, children }: LabelledProps) {
  const id = useId()
  const notes = [hint && `${id}-hint`, problem && `${id}-problem`].filter(Boolean).join(' ')
  return (
    <div className={className}>
      <label htmlFor={id} className="mb-1 block text-sm font-semibold">
        {label}
      </label>
      {children({ id, 'aria-describedby': notes || undefined, 'aria-invalid': problem ? true : undefined })}
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
