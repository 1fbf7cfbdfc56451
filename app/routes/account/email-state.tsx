import type { User } from '#contract/users.ts'
import { SendConfirmation } from '../../account/send-mail-button.tsx'
import { EmailText } from '../../ui/email-text.tsx'

/** The e-mail, and whether it is confirmed. */
export function EmailState({ user: { email, emailProven } }: { user: User }) {
  return (
    <>
      {/* With a space, so that the chip's word does not join the address when it is copied or read out. */}
      <span className="mr-2 font-medium">
        <EmailText email={email} />
      </span>{' '}
      {emailProven ? (
        <span className="chip bg-trust-soft text-trust">Confirmed</span>
      ) : (
        <>
          <span className="chip bg-caution-soft text-caution">Not confirmed</span>
          <p className="mt-2 text-muted">
            Confirm it with the link we e-mailed you. What you ordered without signing in is then yours.
          </p>
          <SendConfirmation className="btn btn-quiet mt-2" />
        </>
      )}
    </>
  )
}
