import { Link } from 'react-router'

type Props = { children: string; to: string; action: string }

/** An empty list: what belongs here, and the one next step. */
export function Empty({ children, to, action }: Props) {
  return (
    <div className="grid justify-items-center gap-5 rounded-2xl border border-dashed border-edge px-6 py-14 text-center">
      <div className="hinge w-32" />
      <p className="max-w-prose text-muted">{children}</p>
      <Link to={to} className="btn btn-primary">
        {action}
      </Link>
    </div>
  )
}
