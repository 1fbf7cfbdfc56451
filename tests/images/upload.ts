import { type FrontDoor, ORIGIN } from '#tests/support/front-door.ts'

type Sent = {
  /** Null: the parameter is left out, as in the specification. */
  purpose?: string | null
  token?: string
  ticket?: string
  name?: string
  type?: string
  address?: string
  body?: BodyInit
  headers?: Record<string, string>
}

/** Sends a file as a browser's form does, or `body` as it is. */
export async function upload(shop: FrontDoor, file: Buffer | undefined, sent: Sent = {}) {
  const { purpose = 'avatar', token, ticket, name = 'photo.jpg', type = 'image/jpeg', address } = sent
  const form = new FormData()
  if (file) form.append('image', new File([new Uint8Array(file)], name, { type }))
  const request = new Request(`${ORIGIN}/api/images${purpose === null ? '' : `?purpose=${purpose}`}`, {
    method: 'POST',
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(ticket && { 'upload-ticket': ticket }),
      ...sent.headers,
    },
    body: sent.body ?? form,
    duplex: 'half',
  } as RequestInit)
  const response = await shop.app.fetch(request, address ?? '127.0.0.1')
  return { status: response.status, headers: response.headers, body: await response.json() }
}

export async function askTicket(shop: FrontDoor, address = '127.0.0.1'): Promise<string> {
  const { status, body } = await shop.call('POST', '/api/image-tickets', { address })
  if (status !== 201) throw new Error(`A ticket was refused with ${status}.`)
  return body.ticket
}
