type Props = { busy: boolean; children?: string }

/**
 * Tells screen-reader users that their action is under way. It is always rendered: a live region that appears together
 * with its text is not read out.
 */
export function BusyStatus({ busy, children = 'Sending …' }: Props) {
  return (
    <span role="status" className="sr-only">
      {busy && children}
    </span>
  )
}
