import { ShieldIcon } from './icons.tsx'

export function VerifiedBadge() {
  return (
    <span className="inline-flex items-center gap-1 text-xs font-semibold text-trust">
      <ShieldIcon className="size-4" />
      Verified Seller
    </span>
  )
}
