import type { ReactNode } from 'react'
import type { Product } from '#contract/products.ts'
import { useSession } from '../session.ts'
import { IconAction } from './icon-action.tsx'
import { whyNotOrder } from './who-may-buy.ts'

type Props = { product: Product; onOrder: (product: Product) => void; children: ReactNode }

export function OrderButton({ product, onOrder, children }: Props) {
  const session = useSession()
  return (
    <IconAction label="Place Order" why={whyNotOrder(session)} onAct={() => onOrder(product)}>
      {children}
    </IconAction>
  )
}
