import {
  type ComponentProps,
  type ReactNode,
  type TextareaHTMLAttributes,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import { characters } from '#contract/limits.ts'

export type Words = {
  label: string
  hint?: string | undefined
  /** The problem with what was typed. */
  problem?: string | undefined
}

/** An input with its label above it, and a hint and a problem below. */
export function Field({ label, hint, problem, className, ...input }: Words & ComponentProps<'input'>) {
  return (
    <Labelled {...{ label, hint, problem, className }}>
      {(told) => <input {...input} {...told} className={input.type === 'file' ? 'file-input' : 'input'} />}
    </Labelled>
  )
}

/** The same for several lines, of at most `most` characters: longer pasted text stays, and cannot be sent. */
export function TextArea({
  label,
  hint = '',
  problem,
  className,
  most,
  ...area
}: Words & TextareaHTMLAttributes<HTMLTextAreaElement> & { most: number }) {
  const box = useRef<HTMLTextAreaElement>(null)
  const [length, setLength] = useState(0)
  const tooLong = length > most ? `Must have at most ${most} characters.` : ''
  const count = () => setLength(characters(box.current?.value ?? ''))
  useEffect(() => {
    // On every render: there is no event when a draft is restored, when something was typed before hydration, or when a
    // form is reset.
    count()
    box.current?.setCustomValidity(tooLong)
  })
  return (
    <Labelled
      {...{ label, className }}
      hint={`${hint} ${length} of ${most} characters.`}
      problem={tooLong || problem}
    >
      {(told) => <textarea rows={4} onInput={count} {...area} {...told} ref={box} className="textarea" />}
    </Labelled>
  )
}

type Told = { id: string; 'aria-describedby': string | undefined; 'aria-invalid': true | undefined }
type LabelledProps = Words & { className?: string | undefined; children: (told: Told) => ReactNode }

/**
 * A label above an input, and a hint and a problem below; `children` gets the attributes that tie the input to them.
 */
export function Labelled({ label, hint, problem, className, children }: LabelledProps) {
  const id = useId()
  const notes = [hint && `${id}-hint`, problem && `${id}-problem`].filter(Boolean).join(' ')
  return (
    <div className={className}>
      <label htmlFor={id} className="mb-1 block text-sm font-semibold">
        {label}
      </label>
      {children({ id, 'aria-describedby': notes || undefined, 'aria-invalid': problem ? true : undefined })}
      {hint && (
        <p id={`${id}-hint`} className="mt-1 text-xs wrap-anywhere text-muted">
          {hint}
        </p>
      )}
      <FieldProblem id={`${id}-problem`}>{problem}</FieldProblem>
    </div>
  )
}

/**
 * The problem of a field. It is also announced: somebody who submits with Enter is in the field already, and no focus
 * moves there.
 */
export const FieldProblem = ({ id, children }: { id: string; children: string | undefined }) =>
  children && (
    <p id={id} role="alert" className="mt-1 text-sm font-medium text-danger">
      {children}
    </p>
  )
