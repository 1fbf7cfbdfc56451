import type { ComponentProps } from 'react'
import { asAscii } from '../as-ascii.ts'
import { Field } from './field.tsx'

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
      autoComplete="tel-national"
      required
      onWheel={(event) => event.currentTarget.blur()}
      onKeyDown={(event) => {
        if (event.key === 'ArrowUp' || event.key === 'ArrowDown') event.preventDefault()
      }}
      onPaste={(event) => {
        const digits = asAscii(event.clipboardData.getData('text')).replace(/\D/g, '')
        if (!digits) return
        event.preventDefault()
        // Deprecated, and yet the one way that keeps the place of the cursor and can be undone.
        document.execCommand('insertText', false, digits)
      }}
      {...props}
    />
  )
}
