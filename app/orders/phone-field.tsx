import type { ComponentProps, SyntheticEvent } from 'react'
import { Field } from '../forms/field.tsx'
import { asAscii } from './as-ascii.ts'

/** Typed between the digits by people; a number field takes the whole for no number then, by a dash at the least. */
const BETWEEN = /^[-–+()/ \u00A0]+$/

type Props = Omit<ComponentProps<typeof Field>, 'label' | 'type'>

/**
 * A phone number. In a number field the wheel and the arrow keys would count it up and down, without its zero; and it takes no
 * number as people keep it, with spaces and a plus.
 */
export function PhoneField(props: Props) {
  return (
    <Field
      label="Phone"
      name="phone"
      type="number"
      inputMode="numeric"
      // What is no whole number is refused in the shop's words: the browser's name the two nearest ones.
      step="any"
      autoComplete="tel-national"
      required
      onWheel={(event) => event.currentTarget.blur()}
      onKeyDown={(event) => {
        if (event.key === 'ArrowUp' || event.key === 'ArrowDown') event.preventDefault()
      }}
      onBeforeInput={(event) => putDigits(event, event.data)}
      onPaste={(event) => putDigits(event, event.clipboardData.getData('text'))}
      {...props}
    />
  )
}

/** Puts the digits of what is typed or pasted in its place, where the field would take something else of it, or nothing. */
function putDigits(event: SyntheticEvent, text: string): void {
  const digits = asAscii(text).replace(/\D/g, '')
  if (digits ? digits === text : !BETWEEN.test(text)) return
  event.preventDefault()
  if (!digits) return
  // Deprecated, and yet the one way that keeps the place of the cursor and can be undone.
  document.execCommand('insertText', false, digits)
}
