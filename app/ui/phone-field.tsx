import type { ComponentProps } from 'react'
import { Field } from './field.tsx'

type Props = Omit<ComponentProps<typeof Field>, 'label' | 'type'>

/** A phone number. In a number field the wheel and the arrow keys would count it up and down, without its zero. */
export function PhoneField(props: Props) {
  return (
    <Field
      label="Phone"
      name="phone"
      type="number"
      inputMode="numeric"
      autoComplete="tel"
      required
      onWheel={(event) => event.currentTarget.blur()}
      onKeyDown={(event) => {
        if (event.key === 'ArrowUp' || event.key === 'ArrowDown') event.preventDefault()
      }}
      {...props}
    />
  )
}
