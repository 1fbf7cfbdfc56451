import { acceptedEncoding, type Encoding } from './encodings.ts'

/** Below this, in bytes, a compressed response saves nothing. */
const WORTH_COMPRESSING = 1000

/** A response in each encoding that a client has accepted; a promise while it is made for the first one. */
export type EncodedForms<T> = Map<Encoding | undefined, T | Promise<T>>

/** The encoding in which a body is sent; undefined if it is sent as it is. */
export const encodingFor = (body: Uint8Array, acceptEncoding: string): Encoding | undefined =>
  body.byteLength < WORTH_COMPRESSING ? undefined : acceptedEncoding(acceptEncoding)

/** The form in that encoding; one that could not be made is made again for the next client. */
export function formIn<T>(
  forms: EncodedForms<T>,
  encoding: Encoding | undefined,
  make: () => Promise<T>,
): T | Promise<T> {
  const found = forms.get(encoding)
  if (found) return found
  const making = make()
  forms.set(encoding, making)
  making.then(
    (form) => forms.set(encoding, form),
    () => forms.delete(encoding),
  )
  return making
}
