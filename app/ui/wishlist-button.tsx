import { useState } from 'react'
import type { Product } from '#contract/products.ts'
import { api } from '../api.ts'
import { requireAcknowledged, sayProblem } from '../api-problem.ts'
import { useSession } from '../session.ts'
import { toast } from '../toasts.ts'
import { IconAction } from './icon-action.tsx'
import { HeartIcon } from './icons.tsx'
import { whyNotWish } from './who-may-buy.ts'

const HEART = HeartIcon.markup()
const SAVED = HeartIcon.markup('size-5 fill-signal stroke-signal-text')

/** `wished`: it was on their wishlist before. */
export function WishlistButton({ product, wished }: { product: Product; wished: boolean }) {
  const session = useSession()
  const [state, setState] = useState<'idle' | 'saving' | 'saved'>('idle')
  const isSaved = wished || state === 'saved'
  async function save() {
    setState('saving')
    try {
      requireAcknowledged(await api.post('/wishlist', { body: { productId: product._id } }))
      setState('saved')
      toast('Successfully added to Wishlist. Please complete the order.')
    } catch (error) {
      setState('idle')
      toast(`${product.name} was not saved. ${sayProblem(error)}`, 'failure')
    }
  }
  return (
    <IconAction
      icon={isSaved ? SAVED : HEART}
      label="Add to Wishlist"
      note={isSaved ? 'It is on your wishlist.' : undefined}
      why={whyNotWish(session)}
      busy={state === 'saving'}
      onAct={save}
    />
  )
}
