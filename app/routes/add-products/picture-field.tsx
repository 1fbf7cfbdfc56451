import { useEffect, useState } from 'react'
import { MOST_IMAGE_MB } from '#contract/limits.ts'
import { ImageField } from '../../images/image-field.tsx'
import { StatusText } from '../../ui/status-text.tsx'

type Props = {
  /** Its sent share, from 0 to 1; undefined while nothing is being sent. */
  uploaded: number | undefined
  /** While it cannot be changed. */
  disabled: boolean
  problem: string | undefined
}

/** Chooses the laptop's picture and shows it as buyers will see it: whole, at 4:3. Choosing again replaces it. */
export function PictureField({ uploaded, disabled, problem }: Props) {
  const [chosen, setChosen] = useState<string>()
  useEffect(() => () => (chosen ? URL.revokeObjectURL(chosen) : undefined), [chosen])

  return (
    <div>
      <div className="lid grid aspect-[4/3] place-items-center text-sm text-muted">
        {chosen ? (
          <img src={chosen} alt="The one you chose" className="aspect-[4/3] w-full object-contain" />
        ) : (
          'Your picture appears here.'
        )}
      </div>
      <div className="hinge" />
      <div className="base p-4">
        <ImageField
          label="Image"
          name="image"
          hint={`A JPEG, PNG or WebP picture of this exact laptop, at most ${MOST_IMAGE_MB} MB.`}
          onChosen={(file) => setChosen(file && URL.createObjectURL(file))}
          disabled={disabled}
          problem={problem}
        />
        {uploaded !== undefined && <progress className="mt-3" value={uploaded} aria-label="Upload" />}
        <StatusText>{uploaded !== undefined && 'Sending the picture …'}</StatusText>
      </div>
    </div>
  )
}
