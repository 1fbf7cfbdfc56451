import {
  type InputHTMLAttributes,
  type ReactNode,
  type TextareaHTMLAttributes,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'

export type Words = {
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

/** The same for several lines. The platform takes no more than `maxLength`: the hint says so, and counts near it. */
export function TextArea({
  label,
  hint,
  problem,
  className,
  ...area
}: Words & TextareaHTMLAttributes<HTMLTextAreaElement>) {
  const box = useRef<HTMLTextAreaElement>(null)
  const [length, setLength] = useState(0)
  useEffect(() => {
    const element = box.current
    if (!element) return
    const { form } = element
    // What was kept stands there already, and what was typed before the page was alive.
    setLength(element.value.length)
    const startAnew = () => setLength(element.defaultValue.length)
    form?.addEventListener('reset', startAnew)
    return () => form?.removeEventListener('reset', startAnew)
  }, [])
  const most = area.maxLength
  const limit =
    most && (length < most * 0.9 ? `At most ${most} characters.` : `${length} of ${most} characters.`)
  const said = [hint, limit].filter(Boolean).join(' ')
  return (
    <Labelled {...{ label, hint: said, problem, className }}>
      {(told) => (
        <textarea
          rows={4}
          onInput={(event) => setLength(event.currentTarget.value.length)}
          {...area}
          {...told}
          ref={box}
          className="textarea"
        />
      )}
    </Labelled>
  )
}

type Told = { id: string; 'aria-describedby': string | undefined; 'aria-invalid': true | undefined }
type LabelledProps = Words & { className?: string | undefined; children: (told: Told) => ReactNode }

/** A label above an input, a hint and what is wrong beneath it; `children` is told what ties the input to them. */
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
