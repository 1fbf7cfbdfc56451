type Props = { busy: boolean; children?: string }

/**
 * Tells who listens that what they pressed is under way. Always there: what comes together with its words is not read
 * out.
 */
export function UnderWay({ busy, children = 'Sending …' }: Props) {
  return (
    <span role="status" className="sr-only">
      {busy && children}
    </span>
  )
}
