import type { ComponentProps, SyntheticEvent } from 'react'
import { Field } from '../forms/field.tsx'
import { asciiDigits } from './ascii-digits.ts'

/** Typed between the digits by people; a number field takes the whole for no number then, by a dash at the least. */
const BETWEEN = /^[-–+()/ \u00A0]+$/

type Props = Omit<ComponentProps<typeof Field>, 'label' | 'type'>

/**
 * A phone number. In a number field the wheel and the arrow keys would change it, and drop its leading zero; and such a
 * field accepts no spaces and no plus, as people write phone numbers.
 */
export function PhoneField(props: Props) {
  return (
    <Field
      label="Phone"
      name="phone"
      type="number"
      inputMode="numeric"
      // Decimals are refused in the shop's words: the browser's message names the two nearest whole numbers.
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

/** Inserts the digits of what is typed or pasted, if the field would otherwise insert something else, or nothing. */
function putDigits(event: SyntheticEvent, text: string): void {
  const digits = asciiDigits(text).replace(/\D/g, '')
  if (digits ? digits === text : !BETWEEN.test(text)) return
  event.preventDefault()
  if (!digits) return
  // Deprecated, but the only way that keeps the caret and can be undone.
  document.execCommand('insertText', false, digits)
}
