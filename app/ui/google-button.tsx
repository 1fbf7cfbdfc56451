/** The place of Sign in with Google: absent while there is no Google sign-in to lead to. */
export function GoogleButton() {
  return null
}
