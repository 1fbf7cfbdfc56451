import type { EmailConfirmation } from '#contract/sign-in.ts'
import { ApiProblem } from '../api-problem.ts'
import { renewToken } from '../session/access-token.ts'
import { ask } from '../session/sign-in-service.ts'

/** For who is signed in. Where they no longer are, all of the page hears of it. */
async function askSignedIn(path: string, body?: object) {
  try {
    return await ask(path, body)
  } catch (problem) {
    if (problem instanceof ApiProblem && problem.status === 401) await renewToken().catch(() => {})
    throw problem
  }
}

/** Asks for the mail by which a new password is chosen. Succeeds for an e-mail without an account, too. */
export async function requestPasswordReset(email: string): Promise<void> {
  await ask('/request-password-reset', { email })
}

/** Sets a new password by the token of a mailed link; signs out everywhere. */
export async function resetPassword(token: string, newPassword: string): Promise<void> {
  await ask('/reset-password', { token, newPassword })
}

/** Whether one's account has a password: one that came with Google may have none. */
export async function findHasPassword(): Promise<boolean> {
  const answer: { hasPassword: boolean } = await askSignedIn('/has-password')
  return answer.hasPassword
}

/** Changes one's password; signs out everywhere else. */
export async function changePassword(currentPassword: string, newPassword: string): Promise<void> {
  await askSignedIn('/change-password', { currentPassword, newPassword })
}

/** Has the mail that confirms one's e-mail address sent again; false where it is confirmed already, and none is sent. */
export async function sendEmailConfirmation(): Promise<boolean> {
  const answer: { sent?: boolean } = await askSignedIn('/send-verification-email', {})
  // A process of an older version, which answers while the shop is upgraded, does not say it.
  return answer.sent ?? true
}

/** Confirms an e-mail address by the token of a mailed link, for who is signed in with it. */
export async function confirmEmail(token: string): Promise<EmailConfirmation> {
  return ask('/confirm-email', { token })
}
