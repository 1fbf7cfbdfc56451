import { ShieldIcon } from '../ui/icons.tsx'

/** The seller of a laptop, with the badge if an admin has verified them. */
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
