import { createFollowers } from '../followers.ts'

/*
 * A payment goes on being made where its page is left. Pages that show orders hear here that one has become paid after
 * that, and ask anew.
 */
export const { tell: tellPaid, follow: followPaid } = createFollowers()
