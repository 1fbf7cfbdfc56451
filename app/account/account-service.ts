import type { EmailConfirmation } from '#contract/sign-in.ts'
import { ApiProblem } from '../api-problem.ts'
import { renewToken } from '../session/access-token.ts'
import { ask } from '../session/sign-in-service.ts'

/** Makes a call for a signed-in person. If their session has ended, the whole page is told. */
async function askSignedIn(path: string, body?: object) {
  try {
    return await ask(path, body)
  } catch (problem) {
    if (problem instanceof ApiProblem && problem.status === 401) await renewToken().catch(() => {})
    throw problem
  }
}

/** Requests the mail with a link to choose a new password. Succeeds for an e-mail without an account, too. */
export async function requestPasswordReset(email: string): Promise<void> {
  await ask('/request-password-reset', { email })
}

/** Sets a new password by the token of a mailed link; signs out everywhere. */
export async function resetPassword(token: string, newPassword: string): Promise<void> {
  await ask('/reset-password', { token, newPassword })
}

/** Whether the account has a password: one that was created with Google may have none. */
export async function findHasPassword(): Promise<boolean> {
  const answer: { hasPassword: boolean } = await askSignedIn('/has-password')
  return answer.hasPassword
}

/** Changes the password; signs out everywhere else. */
export async function changePassword(currentPassword: string, newPassword: string): Promise<void> {
  await askSignedIn('/change-password', { currentPassword, newPassword })
}

/** Has the confirmation mail sent again; false if the e-mail is confirmed already, and none is sent. */
export async function sendEmailConfirmation(): Promise<boolean> {
  const answer: { sent: boolean } = await askSignedIn('/send-verification-email', {})
  return answer.sent
}

/** Confirms an e-mail address by the token of a mailed link, for who is signed in with it. */
export async function confirmEmail(token: string): Promise<EmailConfirmation> {
  return ask('/confirm-email', { token })
}
