export type Encoding = 'br' | 'gzip'

/** The better of the two compressions that a client takes (Accept-Encoding); undefined where it takes neither. */
export function acceptedEncoding(request: Request): Encoding | undefined {
  const accepted = (request.headers.get('Accept-Encoding') ?? '').split(',').flatMap((entry) => {
    const [name = '', ...parameters] = entry.split(';').map((part) => part.trim().toLowerCase())
    return parameters.some((parameter) => /^q=0(?:\.0*)?$/.test(parameter)) ? [] : [name]
  })
  return (['br', 'gzip'] as const).find((encoding) => accepted.includes(encoding))
}
