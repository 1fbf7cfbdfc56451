type Props = { title: string; hasCome: boolean }

/**
 * Tells screen-reader users that a list is loaded. It is always rendered: a live region that appears together with its
 * text is not read out.
 */
export function LoadedStatus({ title, hasCome }: Props) {
  return (
    <p role="status" className="sr-only">
      {hasCome && `${title}: loaded.`}
    </p>
  )
}
