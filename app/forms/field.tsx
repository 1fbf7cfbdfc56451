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
  /** What is wrong with what was typed. */
  problem?: string | undefined
  /** What a screen reader says by itself once it comes, where the focus stays: nothing at first. */
  spoken?: string | undefined
}

/** An input with its label above it, a hint and what is wrong beneath it. */
export function Field({
  label,
  hint,
  problem,
  spoken,
  className,
  ...input
}: Words & ComponentProps<'input'>) {
  return (
    <Labelled {...{ label, hint, problem, spoken, className }}>
      {(told) => <input {...input} {...told} className={input.type === 'file' ? 'file-input' : 'input'} />}
    </Labelled>
  )
}

/** The same for several lines, of at most `most` characters: what is pasted beyond them stays, and cannot be sent. */
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
    // Each time: with no event comes what was kept, and what was typed before the page was alive, or a form is emptied.
    count()
    box.current?.setCustomValidity(tooLong)
  })
  return (
    <Labelled
      {...{ label, className }}
      hint={`${hint} ${length} of ${most} characters.`}
      problem={tooLong || problem}
      spoken={tooLong}
    >
      {(told) => <textarea rows={4} onInput={count} {...area} {...told} ref={box} className="textarea" />}
    </Labelled>
  )
}

type Told = { id: string; 'aria-describedby': string | undefined; 'aria-invalid': true | undefined }
type LabelledProps = Words & { className?: string | undefined; children: (told: Told) => ReactNode }

/** A label above an input, a hint and what is wrong beneath it; `children` is told what ties the input to them. */
export function Labelled({ label, hint, problem, spoken, className, children }: LabelledProps) {
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
      {problem && (
        <p id={`${id}-problem`} className="mt-1 text-sm font-medium text-danger">
          {problem}
        </p>
      )}
      {/* There before its words: what comes together with them is not read out. */}
      {spoken !== undefined && (
        <span role="status" className="sr-only">
          {spoken}
        </span>
      )}
    </div>
  )
}
