import { useState } from 'react'
import { characters, LENGTHS } from '#contract/limits.ts'
import { TextArea } from '../../ui/field.tsx'

const MOST = LENGTHS.description

type Props = { name: string; defaultValue?: string | undefined; problem: string | undefined }

/** What the seller says of the laptop, with how much of the room is used. Too much is said, never cut off. */
export function DescriptionField({ name, defaultValue = '', problem }: Props) {
  const [length, setLength] = useState(() => characters(defaultValue))
  const tooLong = length > MOST ? `Must have at most ${MOST} characters.` : undefined
  return (
    <TextArea
      label="Description"
      name={name}
      defaultValue={defaultValue}
      rows={15}
      placeholder="What it has, what it has been through, what the battery still holds."
      hint={`${length} of ${MOST} characters`}
      required
      problem={tooLong ?? problem}
      onChange={({ currentTarget }) => {
        const typed = characters(currentTarget.value)
        currentTarget.setCustomValidity(typed > MOST ? `Must have at most ${MOST} characters.` : '')
        setLength(typed)
      }}
    />
  )
}
