import { isSameSecret } from '#server/same-secret.ts'
import type { FormTree } from './form.ts'
import { invalid, StripeProblem } from './problems.ts'

export type Keys = { secretKey: string; publishableKey: string }

/** The key a request came with: `Bearer`, as the SDK sends it, or the parameter `key`, as a page does. */
function keyOf(authorization: string | null, form: FormTree): string | undefined {
  const [scheme, rest = ''] = (authorization ?? '').split(' ')
  if (/^bearer$/i.test(scheme ?? '')) return rest
  return typeof form.key === 'string' ? form.key : undefined
}

/**
 * Who sends this request: the `server`, which holds the secret key, or a `browser`, which holds the
 * publishable key. 401 without a key or with an unknown one; 403 for a browser where `browserMay` is false.
 */
export function authenticateKey(
  keys: Keys,
  authorization: string | null,
  form: FormTree,
  browserMay: boolean,
): 'server' | 'browser' {
  const key = keyOf(authorization, form)
  if (!key) {
    throw new StripeProblem(401, {
      type: 'invalid_request_error',
      message:
        "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY').",
    })
  }
  if (isSameSecret(key, keys.secretKey)) return 'server'
  if (!isSameSecret(key, keys.publishableKey)) {
    throw new StripeProblem(401, {
      type: 'invalid_request_error',
      message: `Invalid API Key provided: ${key.slice(0, 8)}****${key.slice(-4)}`,
    })
  }
  if (browserMay) return 'browser'
  throw new StripeProblem(403, {
    type: 'invalid_request_error',
    code: 'secret_key_required',
    message:
      'This API call cannot be made with a publishable API key. Please use a secret API key. You can find a list of your API keys at https://dashboard.stripe.com/account/apikeys.',
  })
}

/** Refuses a browser whose client secret is not this payment's. */
export function requireClientSecret(form: FormTree, intent: { client_secret: string }): void {
  const given = form.client_secret
  if (typeof given !== 'string') {
    throw invalid('Missing required param: client_secret.', {
      code: 'parameter_missing',
      param: 'client_secret',
    })
  }
  if (!isSameSecret(given, intent.client_secret)) {
    throw invalid(
      'The client_secret provided does not match any associated PaymentIntent on this account. Ensure the client_secret and PaymentIntent belong to the same account and are associated.',
      { code: 'payment_intent_invalid_parameter', param: 'client_secret' },
    )
  }
}
