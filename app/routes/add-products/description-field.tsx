import { useState } from 'react'
import { TextArea } from '../../ui/text-area.tsx'

/** As long as the shop takes it, in characters. */
const MOST = 2000

/** What the seller says of the laptop, with how much of the room is used. Too much is said, never cut off. */
export function DescriptionField({ problem }: { problem: string | undefined }) {
  const [length, setLength] = useState(0)
  const tooLong = length > MOST ? `Must have at most ${MOST} characters.` : undefined
  return (
    <TextArea
      label="Description"
      name="description"
      rows={15}
      placeholder="What it has, what it has been through, what the battery still holds."
      hint={`${length} of ${MOST} characters`}
      required
      problem={tooLong ?? problem}
      onChange={({ currentTarget }) => {
        // Counted as the shop counts: a pair of surrogates is one character.
        const typed = [...currentTarget.value].length
        currentTarget.setCustomValidity(typed > MOST ? `Must have at most ${MOST} characters.` : '')
        setLength(typed)
      }}
    />
  )
}
