/** The patterns of secrets, wherever they are. */
const FORMS: [string, RegExp][] = [
  ['an access token', /\beyJ[\w-]{8,}\.[\w-]{8,}/],
  ['a password’s hash', /\$argon2/],
  ['a session cookie', /session_token=/],
  ['a mailed link', /[?&]token=[\w-]{20,}/],
  ['a payment’s secret', /\bpi_\w+_secret_\w+/],
  ['a key of the card provider', /\b(?:[rs]k_(?:test|live)|whsec)_\w{8,}/],
]
/** Personal data and card numbers: a page may show the former to its owner; a log may contain neither. */
const PERSONAL: [string, RegExp][] = [
  ['an e-mail address', /[\w.+-]+@[\w-]+\.[a-z]{2,}/i],
  ['a card number', /(?<![\w.-])\d{15,19}(?![\w.-])/],
]
/** The fields of a call that carry secrets, with their values. */
const FIELDS =
  /"(?:password|currentPassword|newPassword|token|emailToken|client_secret)"\s*:\s*"([^"\\]{12,})"/g

/** The secrets in a text: each by its kind and the text around it. `personal`: also personal data, as for a log. */
export function findSecrets(
  text: string,
  { known = [], personal = false }: { known?: Iterable<string>; personal?: boolean } = {},
): string[] {
  const forms = personal ? [...FORMS, ...PERSONAL] : FORMS
  const byForm = forms.flatMap(([what, form]) => {
    const match = form.exec(text)
    return match ? [`${what} in: ${around(text, match.index)}`] : []
  })
  const byValue = [...known].flatMap((secret) => {
    const at = text.indexOf(secret)
    return at < 0 ? [] : [`“${secret}” in: ${around(text, at)}`]
  })
  return [...byForm, ...byValue]
}

const around = (text: string, at: number) => text.slice(Math.max(0, at - 120), at + 120)

/** Shorter values come from tests of short secrets; ids and the shop's own words are sent in such fields, too. */
const LEAST_LENGTH = 12
const NO_SECRET = /^(?:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[a-z]+(?:-[a-z]+)*)$/

type Answer = { status: number; headers: Headers; text: string }

/**
 * Watches a shop for leaks: remembers every secret that is sent in or given out on purpose, and looks for all of them
 * in the log, in refusals and in pages.
 */
export function watchForSecrets(known: string[]) {
  const secrets = new Set(known)
  const log: string[] = []
  const found: string[] = []
  const keep = (value: string | undefined): void => {
    if (value && value.length >= LEAST_LENGTH && !NO_SECRET.test(value)) secrets.add(value)
  }
  const keepFields = (json: string) => {
    for (const [, value] of json.matchAll(FIELDS)) keep(value)
  }
  return {
    keep,
    wrote(line: string): void {
      log.push(line)
    },
    sent({ body, token, cookie }: { body?: unknown; token?: string | undefined; cookie?: string }): void {
      keepFields(typeof body === 'string' ? body : JSON.stringify(body ?? null))
      keep(token)
      for (const pair of cookie?.split('; ') ?? []) keep(pair.slice(pair.indexOf('=') + 1))
    },
    answered(call: string, { status, headers, text }: Answer): void {
      for (const cookie of headers.getSetCookie()) keep(cookie.split(';')[0]?.replace(/^[^=]*=/, ''))
      const isPage = headers.get('content-type')?.startsWith('text/html')
      // What a successful answer contains was given out on purpose.
      if (status < 400 && !isPage) keepFields(text)
      else found.push(...findSecrets(text, { known: secrets }).map((secret) => `${call} answered ${secret}`))
    },
    /** Throws if any secret was found. */
    expectNothing(): void {
      for (const line of findSecrets(log.join(''), { known: secrets, personal: true }))
        found.push(`the log holds ${line}`)
      if (found.length > 0) throw new Error(`Secrets have got out:\n${found.slice(0, 10).join('\n')}`)
    },
  }
}
