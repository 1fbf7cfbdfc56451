import { type ComponentProps, useState } from 'react'
import { Field } from '../forms/field.tsx'

/** A field about the person who orders: a guest types it, and it is read-only for somebody signed in. */
export function OwnField({
  own,
  kept = '',
  readOnly,
  ...field
}: ComponentProps<typeof Field> & Record<'own' | 'kept', string | undefined>) {
  const [typed, setTyped] = useState(kept)
  return (
    <Field
      {...field}
      value={own ?? typed}
      readOnly={readOnly || own !== undefined}
      onChange={(event) => setTyped(event.currentTarget.value)}
    />
  )
}
