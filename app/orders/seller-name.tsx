import { ShieldIcon } from '../ui/icons.tsx'

/** Who sells a laptop, with the badge of those whom an admin has verified. */
export const SellerName = ({ name, verified }: { name: string; verified: boolean }) => (
  <>
    <bdi>{name}</bdi>{' '}
    {verified && (
      <span className="verified">
        <ShieldIcon className="size-4" />
        Verified Seller
      </span>
    )}
  </>
)
