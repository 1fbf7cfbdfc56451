import { type ComponentProps, useEffect, useRef, useState } from 'react'
import { MOST_IMAGE_BYTES } from '#contract/limits.ts'
import { IMAGE_TOO_LARGE } from '#contract/refusals.ts'
import { Field } from '../forms/field.tsx'

const KINDS = ['image/jpeg', 'image/png', 'image/webp']

type Props = Omit<ComponentProps<typeof Field>, 'type' | 'accept' | 'onChange'> & {
  /** Called with a file that the shop accepts, and with undefined if there is none. */
  onChosen?: (file: File | undefined) => void
}

/** Chooses a picture, and refuses it before it is sent if the shop would. */
export function ImageField({ problem, onChosen, ...field }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const [refusal, setRefusal] = useState<string>()

  function look(chosen: HTMLInputElement) {
    const file = chosen.files?.[0]
    const why = file && whyNot(file)
    // Then the browser does not send the form, and shows why.
    chosen.setCustomValidity(why ?? '')
    setRefusal(why)
    onChosen?.(why ? undefined : file)
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for what was chosen before the page was alive
  useEffect(() => {
    if (input.current?.value) look(input.current)
  }, [])

  return (
    <Field
      {...field}
      ref={input}
      type="file"
      accept={KINDS.join()}
      required
      problem={refusal ?? problem}
      onChange={({ currentTarget }) => look(currentTarget)}
    />
  )
}

function whyNot({ type, size }: File): string | undefined {
  if (!KINDS.includes(type)) return 'Please choose a JPEG, PNG or WebP picture.'
  return size > MOST_IMAGE_BYTES ? IMAGE_TOO_LARGE : undefined
}
