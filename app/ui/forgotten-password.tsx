/** The place of the Forgotten Password action, which takes the typed e-mail: absent while no mail can be sent. */
export function ForgottenPassword(_: { email: string }) {
  return null
}
