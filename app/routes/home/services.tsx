import { html } from '../../html.ts'
import { BagIcon, icon, ShieldIcon } from '../../ui/icons.tsx'

const ReturnIcon = icon(html`<path d="M8.5 7 4.5 11l4 4M5 11h9a5 5 0 0 1 0 10h-2"/>`)
const ChatIcon = icon(html`<path d="M4.5 5.5h15v10.5H12L7.5 19.5V16h-3V5.5Z"/>`)

/** The four promises, in words that the shop's rules keep. */
const SERVICES = [
  {
    title: 'Free Shipping',
    Icon: BagIcon,
    meaning:
      'You and the seller meet at a place you name when you order. Nothing is shipped, so there is nothing to pay for shipping: the price on the card is what you pay.',
  },
  {
    title: '100% Genuine Product',
    Icon: ShieldIcon,
    meaning:
      'You can see and try the laptop itself before you pay for it. Sellers with the Verified Seller badge have been checked by us. Report a laptop that is not as described: an admin decides whether it is taken down.',
  },
  {
    title: 'Money Back Guarantee',
    Icon: ReturnIcon,
    meaning:
      'A laptop is sold to one buyer only. If your payment arrives when it has already gone to somebody else, you are refunded in full, automatically.',
  },
  {
    title: 'Quick Response',
    Icon: ChatIcon,
    meaning:
      'Write to us with the form below. A person reads every message and replies to the address you give.',
  },
]

export function Services() {
  return (
    <section className="border-y border-line bg-sunken" aria-label="Services">
      <ul className="column grid items-start gap-x-6 py-8 sm:grid-cols-2 lg:grid-cols-4">
        {SERVICES.map(({ title, Icon, meaning }) => (
          <li key={title}>
            <details className="group">
              <summary className="flex min-h-14 cursor-pointer list-none items-center gap-3 rounded-lg font-display font-bold [&::-webkit-details-marker]:hidden">
                <Icon className="size-6 shrink-0 text-signal-text" />
                <span className="grow">{title}</span>
                <svg
                  viewBox="0 0 20 20"
                  className="size-5 shrink-0 text-muted"
                  stroke="currentColor"
                  strokeWidth="1.75"
                  strokeLinecap="round"
                  aria-hidden="true"
                >
                  <path d="M4 10h12" />
                  <path d="M10 4v12" className="group-open:hidden" />
                </svg>
              </summary>
              <p className="pb-4 text-sm text-muted">{meaning}</p>
            </details>
          </li>
        ))}
      </ul>
    </section>
  )
}
