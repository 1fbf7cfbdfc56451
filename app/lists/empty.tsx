import { Link } from 'react-router'

type Props = { children: string; to?: string; action?: string }

const BOX = 'rounded-2xl border border-dashed border-edge px-6 text-center'

/** An empty list: what belongs here, and the one next step, if there is one. */
export function Empty({ children, to, action }: Props) {
  if (!to) return <p className={`${BOX} py-10 text-muted`}>{children}</p>
  return (
    <div className={`${BOX} grid justify-items-center gap-5 py-14`}>
      <div className="hinge w-32" />
      <p className="max-w-prose text-muted">{children}</p>
      <Link to={to} className="btn btn-primary">
        {action}
      </Link>
    </div>
  )
}
