/** A request byte for byte as written here. */
export function request(
  line: string,
  { headers = [], body = '' }: { headers?: string[]; body?: string | Buffer } = {},
): Buffer {
  const named = headers.some((header) => /^host *:/i.test(header)) ? headers : ['Host: localhost', ...headers]
  return Buffer.concat([
    Buffer.from(`${[line, ...named].join('\r\n')}\r\n\r\n`, 'latin1'),
    Buffer.isBuffer(body) ? body : Buffer.from(body),
  ])
}

/** A POST of a body with its length. */
export function post(
  path: string,
  body: string | Buffer,
  { type = 'application/json', headers = [] }: { type?: string | undefined; headers?: string[] } = {},
): Buffer {
  return request(`POST ${path} HTTP/1.1`, {
    headers: [
      ...(type ? [`Content-Type:${type}`] : []),
      `Content-Length: ${Buffer.byteLength(body)}`,
      ...headers,
    ],
    body,
  })
}
