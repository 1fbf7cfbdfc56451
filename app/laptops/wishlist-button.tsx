import { useState } from 'react'
import { isolate } from '#contract/isolate.ts'
import type { Product } from '#contract/products.ts'
import { api } from '../api.ts'
import { requireAcknowledged } from '../api-problem.ts'
import { userOf, useSession } from '../session/session.ts'
import { toast } from '../shell/toasts.ts'
import { IconAction } from '../ui/icon-action.tsx'
import { HeartIcon } from '../ui/icons.tsx'
import { useAction } from '../use-action.ts'
import { whyNotWish } from './who-may-buy.ts'

const HEART = HeartIcon.markup()
const SAVED = HeartIcon.markup('size-5 fill-signal stroke-signal-text')

/** `wished`: it was on their wishlist before. */
export function WishlistButton({ product, wished }: { product: Product; wished: boolean }) {
  const session = useSession()
  const who = userOf(session)?._id
  /** The person it was saved for here: somebody else may sign in, in another tab. */
  const [savedFor, setSavedFor] = useState<string>()
  const isSaved = wished || (who !== undefined && savedFor === who)
  const { busy, press } = useAction(`${isolate(product.name)} was not saved.`, async () => {
    requireAcknowledged(await api.post('/wishlist', { body: { productId: product._id } }))
    setSavedFor(who)
    toast('Successfully added to Wishlist. Please complete the order.')
  })
  return (
    <IconAction
      icon={isSaved ? SAVED : HEART}
      label="Add to Wishlist"
      note={isSaved ? 'It is on your wishlist.' : undefined}
      why={whyNotWish(session)}
      busy={busy}
      onAct={press}
    />
  )
}
