import { describe, expect, test } from 'vitest'
import type { DueEvent } from '#server/sandbox/stripe/deliveries.ts'
import { sendEvent } from '#server/sandbox/stripe/send-event.ts'

const event = { id: 'evt_1', attempts: 1, body: { id: 'evt_1', object: 'event' } } as DueEvent

/** A shop that never answers, and the requests that it received. */
function hangingShop() {
  const received: Request[] = []
  const deliver = (request: Request) => {
    received.push(request)
    return new Promise<Response>(() => {})
  }
  return { received, receiver: { deliver, webhookSecret: 'whsec_test' } }
}

// Less than the time that a shop has to answer.
describe('stopping', { timeout: 5_000 }, () => {
  test('ends the waiting for a shop that does not answer', async () => {
    const { received, receiver } = hangingShop()
    const stop = new AbortController()
    const arrived = sendEvent(receiver, event, new Date(), stop.signal)
    expect(received).toHaveLength(1)
    stop.abort()
    expect(await arrived).toBe(false)
    expect(received[0]?.signal.aborted).toBe(true)
  })

  test('before the event is sent keeps it from being sent', async () => {
    const { received, receiver } = hangingShop()
    expect(await sendEvent(receiver, event, new Date(), AbortSignal.abort())).toBe(false)
    expect(received).toEqual([])
  })
})
