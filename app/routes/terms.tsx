import { CONDITIONS } from '#contract/choices.ts'
import { HOLD_MINUTES } from '#contract/limits.ts'
import { LegalPage } from '../ui/legal-page.tsx'
import type { Route } from './+types/terms'

export const meta: Route.MetaFunction = () => [{ title: 'Terms & Conditions · Clamshell' }]

export default function Terms() {
  return (
    <LegalPage title="Terms & Conditions" path="/terms">
      <p>
        Clamshell is a place where people sell their used laptops to one another. The sale is between seller
        and buyer; Clamshell shows the laptop, keeps the order, and takes the payment through its card
        provider.
      </p>
      <h2>Accounts</h2>
      <p>
        An account belongs to one person, with their own name and e-mail address. A buyer's account buys and a
        seller's account sells. Keep your password to yourself. An account that deceives others is closed.
      </p>
      <h2>What sellers promise</h2>
      <p>
        The laptop is yours to sell. Its pictures show that exact machine. Its age, price and faults are
        honestly described, and its condition matches these words:
      </p>
      <dl className="grid gap-2">
        {Object.entries(CONDITIONS).map(([name, meaning]) => (
          <div key={name}>
            <dt className="inline font-semibold">{name}. </dt>
            <dd className="inline text-muted">{meaning}</dd>
          </div>
        ))}
      </dl>
      <p>
        The Verified Seller badge says that we have checked who the seller is. It is not a warranty for a
        laptop.
      </p>
      <h2>Reports</h2>
      <p>
        Anyone who is signed in can report a laptop that breaks these terms, honestly and with the reason. An
        admin decides: the report is dismissed, or the laptop is taken down and its seller is told why. A
        laptop that is paid for stays sold; in that case, write to us. If you think a decision is wrong, write
        to us and we look at it again.
      </p>
      <h2>Orders and payment</h2>
      <p>
        An order is not yet a sale: several people may order one laptop. Whoever starts to pay has it reserved
        for {HOLD_MINUTES} minutes. The price is the one on your order. Once the card provider confirms the
        payment the laptop is sold to you, and your order is your receipt. An order that is not paid can be
        deleted at any time.
      </p>
      <h2>Money back</h2>
      <p>
        A payment that reaches us when the laptop has gone to somebody else is refunded in full, without your
        asking. If the laptop at the meeting is not the one that was described, do not take it, and write to
        us the same day. Your order shows the description, even after it is paid.
      </p>
      <h2>Meeting</h2>
      <p>
        Meet in a public place, look at the laptop, and try it. Neither side owes the other anything for a
        meeting that ends without a sale.
      </p>
    </LegalPage>
  )
}
