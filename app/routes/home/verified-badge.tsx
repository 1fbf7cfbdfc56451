import { ShieldIcon } from '../../ui/icons.tsx'

export function VerifiedBadge() {
  return (
    <span className="verified">
      <ShieldIcon className="size-4" />
      Verified Seller
    </span>
  )
}
