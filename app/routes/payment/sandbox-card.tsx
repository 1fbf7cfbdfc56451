import {
  type ChangeEvent,
  type CompositionEvent,
  useEffect,
  useImperativeHandle,
  useRef,
  useState,
} from 'react'
import { flushSync } from 'react-dom'
import type { PaymentIntent } from '#contract/payments.ts'
import { shopNow } from '../../fetch-shop.ts'
import { Field } from '../../forms/field.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { type CardFieldsProps, type CardOutcome, readOutcome } from './card-fields.ts'
import { answerChallenge, confirmCard } from './sandbox-provider.ts'
import {
  type CardFaults,
  digitsOf,
  findCardFaults,
  formatCardNumber,
  formatExpiry,
  placeAfter,
  type TypedCard,
} from './typed-card.ts'

type Answer = 'complete' | 'fail' | undefined

/** Our own card fields, for the sandbox that stands in for the provider where none is configured. */
export default function SandboxCard({ ref, disabled, onReady }: CardFieldsProps) {
  const box = useRef<HTMLFieldSetElement>(null)
  const [card, setCard] = useState<TypedCard>({ number: '', expiry: '', cvc: '' })
  const [faults, setFaults] = useState<CardFaults>({})
  const [challenge, setChallenge] = useState<{ answer: (given: Answer) => void }>()
  useEffect(() => onReady(true), [onReady])
  // Leaving the page leaves the question without an answer.
  useEffect(() => () => challenge?.answer(undefined), [challenge])

  function change(field: keyof TypedCard, typed: string) {
    setCard((now) => ({ ...now, [field]: typed }))
    setFaults((now) => ({ ...now, [field]: undefined }))
  }

  /** Text of an input method is left alone until it is complete: changed meanwhile, its digits would appear twice. */
  const typing = (field: keyof TypedCard, format: (text: string) => string) => ({
    value: card[field],
    problem: faults[field],
    onChange({ currentTarget: input, nativeEvent }: ChangeEvent<HTMLInputElement>) {
      const isComposed = nativeEvent instanceof InputEvent && nativeEvent.isComposing
      change(field, isComposed ? input.value : reformat(input, format))
    },
    onCompositionEnd: ({ currentTarget: input }: CompositionEvent<HTMLInputElement>) =>
      change(field, reformat(input, format)),
  })

  function check(): boolean {
    const found = findCardFaults(card, new Date(shopNow()))
    // Rendered before the focus moves, so that a screen reader reads the problem along with the field.
    flushSync(() => setFaults(found))
    const wrong = box.current?.querySelector<HTMLElement>('[aria-invalid=true]')
    wrong?.focus()
    return !wrong
  }

  async function charge(intent: PaymentIntent): Promise<CardOutcome> {
    const tried = await confirmCard(intent, card)
    const outcome = readOutcome(tried.intent, tried.error)
    if (outcome) return outcome
    const given = box.current ? await new Promise<Answer>((answer) => setChallenge({ answer })) : undefined
    setChallenge(undefined)
    if (!given) {
      return { status: 'failed', message: 'The payment was not confirmed with your bank. You can try again.' }
    }
    const ended = await answerChallenge(intent, given)
    return readOutcome(ended.intent, ended.error) ?? unconfirmed
  }
  useImperativeHandle(ref, () => ({ check, charge }))

  return (
    <>
      <fieldset ref={box} disabled={disabled} className="rounded-2xl border border-line p-5">
        <legend className="chip -ml-2 bg-caution-soft text-caution">Test mode</legend>
        <div className="grid gap-4 sm:grid-cols-2">
          <Field
            label="Card number"
            className="figures sm:col-span-2"
            inputMode="numeric"
            autoComplete="cc-number"
            placeholder="4242 4242 4242 4242"
            hint="No real money moves here. Pay with the test card 4242 4242 4242 4242, any future date, any code."
            aria-required
            {...typing('number', formatCardNumber)}
          />
          <Field
            label="Expiry (MM/YY)"
            className="figures"
            inputMode="numeric"
            autoComplete="cc-exp"
            placeholder="MM/YY"
            aria-required
            {...typing('expiry', formatExpiry)}
          />
          <Field
            label="CVC"
            className="figures"
            inputMode="numeric"
            autoComplete="cc-csc"
            placeholder="CVC"
            maxLength={4}
            aria-required
            {...typing('cvc', digitsOf)}
          />
        </div>
      </fieldset>
      {challenge && <Challenge onAnswer={challenge.answer} />}
    </>
  )
}

/** Formats the input in place and returns it; a caret within it stays behind the same digit. */
function reformat(input: HTMLInputElement, format: (text: string) => string): string {
  const { value, selectionEnd: caret } = input
  const shown = format(value)
  if (caret === null || caret === value.length) return shown
  const place = placeAfter(digitsOf(value.slice(0, caret)).length, shown)
  input.value = shown
  input.setSelectionRange(place, place)
  return shown
}

const unconfirmed: CardOutcome = {
  status: 'failed',
  message: 'The payment is still waiting for your bank. You can try again.',
}

/** The stand-in for the question that a bank asks its cardholder. */
function Challenge({ onAnswer }: { onAnswer: (given: Answer) => void }) {
  return (
    <Dialog title="3-D Secure" onClose={() => onAnswer(undefined)} className="max-w-md">
      <p className="text-muted">
        Your bank asks whether it is you paying. This is a test: choose how it ends.
      </p>
      <div className="mt-6 flex flex-wrap justify-end gap-3">
        <button type="button" className="btn btn-quiet" onClick={() => onAnswer('fail')}>
          Fail
        </button>
        <button type="button" className="btn btn-primary" onClick={() => onAnswer('complete')}>
          Complete
        </button>
      </div>
    </Dialog>
  )
}
