import { useCallback, useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { LENGTHS } from '#contract/limits.ts'
import type { User } from '#contract/users.ts'
import { api } from '../../api.ts'
import { sayProblem } from '../../api-problem.ts'
import { Field, TextArea } from '../../forms/field.tsx'
import { SubmitButton } from '../../forms/submit-button.tsx'
import { useDraft } from '../../forms/use-draft.ts'
import { useSending } from '../../forms/use-sending.ts'
import { userOf, useSession } from '../../session/session.ts'
import { toast } from '../../shell/toasts.ts'
import { Alert } from '../../ui/alert.tsx'
import { ContactAddress } from '../../ui/contact-address.tsx'
import { NeedsScript } from '../../ui/needs-script.tsx'

/** Contact Us: the shop stores the message and mails it to the operator. */
export function ContactUs() {
  const [sentTo, setSentTo] = useState<string>()
  const { form, busy, problem, problemOf } = useSending(send, 'Your message was not sent.', (form) =>
    keep(form),
  )
  const { draft, keep, drop } = useDraft(form.ref, 'message')
  const fillIn = useOwnName(form.ref)
  const who = userOf(useSession())?._id
  useEffect(() => {
    // It names their e-mail.
    if (who) return () => setSentTo(undefined)
  }, [who])

  async function send(data: FormData, element: HTMLFormElement) {
    const typed = (name: string) => String(data.get(name) ?? '')
    const email = typed('email')
    setSentTo(undefined)
    await api.post('/contact', {
      body: { name: typed('name'), email, subject: typed('subject'), message: typed('message') },
    })
    // Synchronously: the fields are reset to what is stored of them.
    flushSync(drop)
    // If it was left meanwhile, the page cannot say it any more.
    if (!form.ref.current) return void toast(sayWhere(email))
    element.reset()
    fillIn()
    setSentTo(email)
  }
  // The values were read when the form was sent: later changes would be lost when the fields are reset.
  const field = (name: string) => ({
    name,
    defaultValue: draft[name] ?? '',
    problem: problemOf(name),
    readOnly: busy,
  })

  return (
    <section id="contact" className="column" aria-labelledby="contact-us">
      <div className="grid gap-8 rounded-2xl bg-sunken p-6 sm:p-10 lg:grid-cols-[1fr_1.4fr] lg:gap-16">
        <div>
          <h2 id="contact-us" className="text-xl">
            Contact Us
          </h2>
          <p className="mt-4 text-muted">
            A question about a laptop, an order, or us? A person reads every message and answers by e-mail. Or
            write to <ContactAddress />.
          </p>
        </div>
        <div>
          <NeedsScript />
          <form {...form} className="grid gap-4 sm:grid-cols-2">
            <Field label="Name" autoComplete="name" required maxLength={LENGTHS.name} {...field('name')} />
            <Field label="Email" type="email" autoComplete="email" required {...field('email')} />
            <Field
              label="Subject"
              required
              maxLength={LENGTHS.subject}
              className="sm:col-span-2"
              {...field('subject')}
            />
            <TextArea
              label="Message"
              rows={5}
              required
              most={LENGTHS.message}
              className="sm:col-span-2"
              {...field('message')}
            />
            {problem !== undefined && (
              <Alert className="sm:col-span-2">{sayProblem(problem)} Your message is still here.</Alert>
            )}
            <SubmitButton busy={busy} className="justify-self-start px-8">
              Send
            </SubmitButton>
            <p role="status" className="text-sm font-medium wrap-anywhere text-trust sm:col-span-2">
              {sentTo && sayWhere(sentTo)}
            </p>
          </form>
        </div>
      </div>
    </section>
  )
}

const sayWhere = (email: string) => `Your message was sent. We will reply to ${email}.`

/**
 * Fills in the signed-in person's name and e-mail, if nothing was typed, and clears them after signing out; returns a
 * function that fills them in again.
 */
function useOwnName(form: { current: HTMLFormElement | null }): () => void {
  const user = userOf(useSession())
  const fillIn = useCallback(() => {
    for (const { input, own } of ownFields(form.current, user)) {
      if (input.value) continue
      input.value = own
      // Somebody who is about to type here overwrites it.
      if (input === document.activeElement) input.select()
    }
  }, [form, user])
  useEffect(() => {
    fillIn()
    return () => {
      for (const { input, own } of ownFields(form.current, user)) if (input.value === own) input.value = ''
    }
  }, [form, user, fillIn])
  return fillIn
}

/** The fields for the sender, each with its value for the signed-in person. */
function ownFields(form: HTMLFormElement | null, user: User | undefined) {
  return (['name', 'email'] as const).flatMap((name) => {
    const input = form?.elements.namedItem(name)
    return user && input instanceof HTMLInputElement ? [{ input, own: user[name] }] : []
  })
}
