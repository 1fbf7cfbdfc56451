import { useTransition } from 'react'
import type { Product } from '#contract/products.ts'
import { useSession } from '../session/session.ts'
import { IconAction } from '../ui/icon-action.tsx'
import { BagIcon } from '../ui/icons.tsx'
import { whyNotOrder } from './who-may-buy.ts'

const BAG = BagIcon.markup()

type Props = { product: Product; onOrder: (product: Product) => void }

export function OrderButton({ product, onOrder }: Props) {
  const session = useSession()
  const [busy, start] = useTransition()
  return (
    <IconAction
      icon={BAG}
      label="Place Order"
      why={whyNotOrder(session)}
      busy={busy}
      onAct={() => start(() => onOrder(product))}
    />
  )
}
