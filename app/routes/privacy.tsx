import { ContactAddress } from '../ui/contact-address.tsx'
import { LegalPage } from '../ui/legal-page.tsx'
import type { Route } from './+types/privacy'

export const meta: Route.MetaFunction = () => [{ title: 'Privacy Policy · Clamshell' }]

export default function Privacy() {
  return (
    <LegalPage title="Privacy Policy" path="/privacy">
      <p>This page says what Clamshell keeps about you, why, who sees it, and how to have it removed.</p>
      <h2>What is kept</h2>
      <p>
        Your account: name, e-mail address, photo, and whether you buy or sell. Your password is kept as a
        one-way hash that nobody can read back; if you sign in with Google, the number by which Google knows
        you. Your orders: the laptop, its price, your name and e-mail address, your phone number, the meeting
        place you named, and the card provider's number for the payment. Your wishlist, and the laptops that
        you offer, with the phone number and place you gave for them.
      </p>
      <p>
        What you write: a message through Contact Us with your name and e-mail address, and why you report a
        laptop, with what an admin decided.
      </p>
      <p>
        When you were last active, to show an administrator whether a buyer is online. Of each sign-in, what
        your browser calls itself, when it began and when it was last used, so that you can see where you are
        signed in and end it. It is removed when the sign-in is over.
      </p>
      <p>
        Network addresses, for about a day, and the e-mail addresses that are typed to sign in, to keep anyone
        from guessing passwords or flooding us with forms. And an audit trail of sign-ins, refusals, changes
        to accounts and laptops, and payments: each line has its time, the account number and the network
        address, but no name. It is kept for good, so that fraud or a stolen account can be looked into years
        later.
      </p>
      <h2>Cards</h2>
      <p>
        Card numbers go from your browser to the card provider. Clamshell neither receives nor keeps them; it
        learns whether the payment succeeded.
      </p>
      <h2>Who sees what</h2>
      <p>
        Everyone sees a seller's name, whether they are verified, and the laptops they offer; nobody's phone
        number or e-mail address is public. The seller of a laptop that you order sees your name, photo,
        e-mail address, phone number and meeting place. You see the seller's phone number once you have paid.
        Administrators see accounts and the audit trail, to help and to keep the shop honest. They alone see
        who reported a laptop and why; the seller learns only what was decided. A message through Contact Us
        is mailed to whoever runs this shop. Nothing is sold or given to advertisers.
      </p>
      <h2>Mail</h2>
      <p>
        Mail is sent about your account, your orders and your reports, and to answer what you ask: nothing
        else, and no newsletter. It carries no hidden pictures and its links are not tracked. The shop keeps
        an e-mail for a week after sending it; a shop without a mail server, as in a trial, keeps it for good.
      </p>
      <h2>In your browser</h2>
      <p>
        One cookie keeps you signed in, for a week after your last visit and a month at most. Another
        remembers for 90 days that somebody has signed in to your account here, so that strangers who try
        passwords cannot lock you out. Signing in with Google needs a third one, for a day at most. Scripts
        can read none of them. Local storage holds a pass that ends after ten minutes and your choice of light
        or dark. The open tab holds how far you scrolled, how long the pages were, and what somebody who is
        signed in has typed to write to us, to sell a laptop, to order one, with the phone number, to report
        one or, as an admin, to decide a report, until it is sent, they sign out in that tab or it is closed.
        There are no trackers and no scripts from elsewhere, except the card provider's own on the payment
        page.
      </p>
      <h2>How long, and your rights</h2>
      <p>
        Your account is kept for as long as you have it. When it is deleted, your name, e-mail address, photo,
        sign-ins, wishlist and unpaid orders go, and your laptops are taken off sale. What stays: paid orders,
        as bookkeeping requires, without your name, e-mail address, phone number and meeting place; your
        reports and your laptops without your name, though one that was sold or deleted before keeps its phone
        number; and the lines of the audit trail, as they were written. An account that has not chosen whether
        to buy or sell is removed after 30 days.
      </p>
      <p>
        An order without an account is kept under the e-mail address that was typed, and a message through
        Contact Us as it was sent, until you ask us to remove them. To see, correct or remove what is kept
        about you, write to <ContactAddress />.
      </p>
    </LegalPage>
  )
}
