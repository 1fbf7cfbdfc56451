import { useEffect, useImperativeHandle, useState } from 'react'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { type CardFieldsProps, type CardOutcome, readOutcome } from './card-fields.ts'
import { answerChallenge, confirmCard } from './sandbox-provider.ts'
import {
  type CardFault,
  digitsOf,
  findCardFault,
  formatCardNumber,
  formatExpiry,
  placeAfter,
} from './typed-card.ts'

type Answer = 'complete' | 'fail' | undefined

/** Our own card fields, for the sandbox that stands in for the provider where none is configured. */
export default function SandboxCard({ intent, ref, disabled, onReady }: CardFieldsProps) {
  const [number, setNumber] = useState('')
  const [expiry, setExpiry] = useState('')
  const [cvc, setCvc] = useState('')
  const [fault, setFault] = useState<CardFault>()
  const [challenge, setChallenge] = useState<{ answer: (given: Answer) => void }>()
  useEffect(() => onReady(true), [onReady])

  async function charge(): Promise<CardOutcome> {
    const found = findCardFault({ number, expiry, cvc }, new Date())
    setFault(found)
    if (found) return { status: 'failed', message: found.message }
    const tried = await confirmCard(intent, { number, expiry, cvc })
    const outcome = readOutcome(tried.intent, tried.error)
    if (outcome) return outcome
    const given = await new Promise<Answer>((answer) => setChallenge({ answer }))
    setChallenge(undefined)
    if (!given) {
      return { status: 'failed', message: 'The payment was not confirmed with your bank. You can try again.' }
    }
    const ended = await answerChallenge(intent, given)
    return readOutcome(ended.intent, ended.error) ?? unconfirmed
  }
  useImperativeHandle(ref, () => ({ charge }))

  const faultOf = (field: CardFault['field']) => (fault?.field === field ? fault.message : undefined)
  return (
    <>
      <fieldset disabled={disabled} className="rounded-2xl border border-line p-5">
        <legend className="chip -ml-2 bg-caution-soft text-caution">Test mode</legend>
        <div className="grid gap-4 sm:grid-cols-2">
          <Field
            label="Card number"
            className="figures sm:col-span-2"
            inputMode="numeric"
            autoComplete="cc-number"
            placeholder="4242 4242 4242 4242"
            hint="No real money moves here. Pay with the test card 4242 4242 4242 4242, any coming date, any code."
            value={number}
            problem={faultOf('number')}
            onChange={(event) => setNumber(reformat(event.currentTarget, formatCardNumber))}
          />
          <Field
            label="Expiry (MM/YY)"
            className="figures"
            inputMode="numeric"
            autoComplete="cc-exp"
            placeholder="MM/YY"
            value={expiry}
            problem={faultOf('expiry')}
            onChange={(event) => setExpiry(reformat(event.currentTarget, formatExpiry))}
          />
          <Field
            label="CVC"
            className="figures"
            inputMode="numeric"
            autoComplete="cc-csc"
            placeholder="CVC"
            maxLength={4}
            value={cvc}
            problem={faultOf('cvc')}
            onChange={(event) => setCvc(event.currentTarget.value.replace(/\D/g, ''))}
          />
        </div>
      </fieldset>
      {challenge && <Challenge onAnswer={challenge.answer} />}
    </>
  )
}

/** Shows and answers what was typed as it should stand; a caret within it stays behind the digit it was behind. */
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
        Your bank asks whether it is you who pays. This is a test: choose how it ends.
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
