import { type ChangeEvent, useEffect, useState } from 'react'
import { Field } from '../../ui/field.tsx'

const KINDS = ['image/jpeg', 'image/png', 'image/webp']
/** As much as the shop takes, in bytes. */
const MOST_BYTES = 8 * 1024 * 1024

type Props = {
  /** How much of it is sent, from 0 to 1; undefined while nothing is being sent. */
  uploaded: number | undefined
  problem: string | undefined
}

/** Chooses the laptop's picture and shows it as buyers will see it: whole, four to three. Choosing again replaces it. */
export function PictureField({ uploaded, problem }: Props) {
  const [chosen, setChosen] = useState<string>()
  const [refusal, setRefusal] = useState<string>()
  useEffect(() => () => (chosen ? URL.revokeObjectURL(chosen) : undefined), [chosen])

  function choose({ currentTarget }: ChangeEvent<HTMLInputElement>) {
    const file = currentTarget.files?.[0]
    const why = file && whyNot(file)
    // The browser then does not send the form, and says why.
    currentTarget.setCustomValidity(why ?? '')
    setRefusal(why)
    setChosen(file && !why ? URL.createObjectURL(file) : undefined)
  }

  return (
    <div>
      <div className="lid grid aspect-[4/3] place-items-center text-sm text-muted">
        {chosen ? (
          <img src={chosen} alt="The one you chose" className="size-full object-contain" />
        ) : (
          'Your picture shows here.'
        )}
      </div>
      <div className="hinge" />
      <div className="base p-4">
        <Field
          label="Image"
          name="image"
          type="file"
          accept={KINDS.join()}
          hint="A JPEG, PNG or WebP picture of this very laptop, at most 8 MB."
          required
          onChange={choose}
          problem={refusal ?? problem}
        />
        {uploaded !== undefined && (
          <progress className="mt-3 h-2 w-full accent-signal" value={uploaded} aria-label="Upload" />
        )}
      </div>
    </div>
  )
}

function whyNot({ type, size }: File): string | undefined {
  if (!KINDS.includes(type)) return 'Please choose a JPEG, PNG or WebP picture.'
  return size > MOST_BYTES ? 'This picture is too large: at most 8 MB.' : undefined
}
