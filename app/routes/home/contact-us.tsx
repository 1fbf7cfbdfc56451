import type { FormEvent } from 'react'
import { CONTACT_EMAIL } from '../../contact-email.ts'
import { Field } from '../../ui/field.tsx'
import { NeedsScript } from '../../ui/needs-script.tsx'

/** Contact Us: hands what was typed to the visitor's own mail program. */
export function ContactUs() {
  function openMail(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const body = `${form.get('message')}\n\n${form.get('name')}\n${form.get('email')}`
    const subject = encodeURIComponent(String(form.get('subject')))
    location.href = `mailto:${CONTACT_EMAIL}?subject=${subject}&body=${encodeURIComponent(body)}`
  }
  return (
    <section id="contact" className="column" aria-labelledby="contact-us">
      <div className="grid gap-8 rounded-2xl bg-sunken p-6 sm:p-10 lg:grid-cols-[1fr_1.4fr] lg:gap-16">
        <div>
          <h2 id="contact-us" className="text-xl">
            Contact Us
          </h2>
          <p className="mt-4 text-muted">
            A question about a laptop, an order, or us?{' '}
            <strong className="font-semibold text-ink">Send</strong> opens your mail program with the message
            ready. Or write to{' '}
            <a href={`mailto:${CONTACT_EMAIL}`} className="link">
              {CONTACT_EMAIL}
            </a>
            .
          </p>
        </div>
        <div>
          <NeedsScript />
          <form onSubmit={openMail} className="grid gap-4 sm:grid-cols-2">
            <Field label="Name" name="name" autoComplete="name" required maxLength={80} />
            <Field label="Email" name="email" type="email" autoComplete="email" required />
            <Field label="Subject" name="subject" required maxLength={120} className="sm:col-span-2" />
            <div className="sm:col-span-2">
              <label htmlFor="message" className="mb-1 block text-sm font-semibold">
                Message
              </label>
              <textarea id="message" name="message" rows={5} required maxLength={1500} className="textarea" />
            </div>
            <button type="submit" className="btn btn-primary justify-self-start px-8">
              Send
            </button>
          </form>
        </div>
      </div>
    </section>
  )
}
