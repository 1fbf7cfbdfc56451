import { createSubscribers } from '../subscribers.ts'

/*
 * A payment continues when its page is left. Pages that show orders are told here that one was paid after that, and
 * reload.
 */
export const { notify: notifyPaid, subscribe: subscribeToPaid } = createSubscribers()
