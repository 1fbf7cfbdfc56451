import { gzipSync } from 'node:zlib'
import { post, request } from './requests.ts'

/*
 * What no well-behaved client sends, and the expected result. `refused` is any status from 400 to 499; a list is any of
 * these. If Node's own parser refuses there is no problem document, otherwise there is.
 */
export type Expected = number | number[] | 'refused'
export type RawCase = [what: string, bytes: Buffer, expected: Expected]

const MEGABYTE = 1024 * 1024
/** A valid message to the shop, where only the way of sending it is wrong. */
export const MESSAGE = { name: 'Raw', email: 'raw@example.com', subject: 'Raw', message: 'Raw.' }
const good = JSON.stringify(MESSAGE)
const withMore = (more: string) => `${good.slice(0, -1)},${more}}`
const contact = (body: string | Buffer, more?: Parameters<typeof post>[2]) => post('/api/contact', body, more)
const get = (target: string, headers: string[] = []) => request(`GET ${target} HTTP/1.1`, { headers })
const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)

/** Content types other than JSON in UTF-8: 415 before the body is read. */
export const CONTENT_TYPES: RawCase[] = [
  '',
  ' text/plain',
  ' application/x-www-form-urlencoded',
  ' multipart/form-data; boundary=x',
  ' text/plain\tapplication/json',
  ' application/json\t; charset=utf-8',
  ' application/json garbage',
  ' application/json;',
  ' application/json, text/plain',
  ' application/jsonp',
  ' application/problem+json',
  ' application/json; charset=utf-16',
  ' application/json; charset="utf-8',
  ' application/json; charset=utf-8; boundary=x',
  ' application/json; charset=iso-8859-1',
].map((type) => [`the content type ${JSON.stringify(type)}`, contact(good, { type }), 415])

/** Bodies that are not valid messages. They are sent to a call of the shop, and of the sign-in service. */
export const BODIES: [what: string, body: string | Buffer, expected: Expected][] = [
  ['an empty body', '', 400],
  ['an open brace', '{', 400],
  ['a duplicate key', withMore('"subject":"Another"'), 400],
  ['a duplicate key, once escaped', withMore('"\\u0073ubject":"Another"'), 400],
  ['an array', '[]', 400],
  ['a string', '"x"', 400],
  ['null', 'null', 400],
  ['a number', '1', 400],
  ['true', 'true', 400],
  ['NaN', 'NaN', 400],
  ['a megabyte and one byte', good + ' '.repeat(MEGABYTE + 1 - good.length), 413],
  ['20,000 open arrays', '['.repeat(20_000), 400],
  ['a message with 20,000 nested arrays', withMore(`"more":${nested(20_000)}`), 400],
  [
    'a message with 100,000 more keys',
    withMore(Array.from({ length: 100_000 }, (_, n) => `"${n}":0`).join()),
    [400, 413],
  ],
  ['a message with an array of 300,000', withMore(`"more":[${'0,'.repeat(300_000)}0]`), 400],
  ['a message with __proto__', withMore('"__proto__":{"name":"x"}'), 400],
  ['a message with constructor.prototype', withMore('"constructor":{"prototype":{"name":"x"}}'), 400],
  ['a byte order mark before a message', `\ufeff${good}`, 400],
  ['bytes that are not UTF-8', Buffer.from(good.replace('Raw.', 'Ra\xff'), 'latin1'), 400],
  ['UTF-16', Buffer.from(good, 'utf16le'), 400],
  ['a form', 'name=Raw&email=raw@example.com', 400],
  ['a gzipped message', gzipSync(good), 400],
]

const chunked = ['Content-Type: application/json', 'Transfer-Encoding: chunked']
const json = ['Content-Type: application/json']
const line = 'POST /api/contact HTTP/1.1'

/** The end of a body given twice, wrongly or not at all: one reader sees the next request where another sees none. */
export const FRAMING: RawCase[] = [
  [
    'a bomb of 50 MB in 50 kB',
    contact(gzipSync(Buffer.alloc(50_000_000)), { headers: ['Content-Encoding: gzip'] }),
    415,
  ],
  [
    'a chunked body that is empty JSON',
    request(line, { headers: chunked, body: '2\r\n{}\r\n0\r\n\r\n' }),
    400,
  ],
  [
    'a chunked body over a megabyte',
    request(line, { headers: chunked, body: `110000\r\n${'x'.repeat(0x11_00_00)}\r\n0\r\n\r\n` }),
    413,
  ],
  ['an invalid chunk length', request(line, { headers: chunked, body: 'zz\r\n{}\r\n0\r\n\r\n' }), 'refused'],
  [
    'Content-Length and chunks',
    request(line, { headers: [...chunked, 'Content-Length: 4'], body: '2\r\n{}\r\n0\r\n\r\n' }),
    'refused',
  ],
  [
    'two Content-Length headers',
    request(line, { headers: [...json, 'Content-Length: 2', 'Content-Length: 3'], body: '{} ' }),
    'refused',
  ],
  [
    'a negative Content-Length',
    request(line, { headers: [...json, 'Content-Length: -2'], body: '{}' }),
    'refused',
  ],
  [
    'a Content-Length that is no number',
    request(line, { headers: [...json, 'Content-Length: 2x'], body: '{}' }),
    'refused',
  ],
  [
    'an unknown transfer coding',
    request(line, { headers: [...json, 'Transfer-Encoding: cow'], body: '{}' }),
    'refused',
  ],
  [
    'a space before the colon',
    request(line, { headers: [...json, 'Transfer-Encoding : chunked'], body: '2\r\n{}\r\n0\r\n\r\n' }),
    'refused',
  ],
  [
    'a Content-Length of 99 MB',
    request(line, { headers: [...json, 'Content-Length: 99999999'], body: '{}' }),
    413,
  ],
  [
    'a body after 100 Continue',
    request(line, { headers: [...json, 'Content-Length: 2', 'Expect: 100-continue'], body: '{}' }),
    400,
  ],
  [
    'an unknown expectation',
    request(line, { headers: [...json, 'Content-Length: 2', 'Expect: miracles'], body: '{}' }),
    'refused',
  ],
]

const long = 'x'.repeat(20_000)
export const HEADERS: RawCase[] = [
  [
    'forged X-Forwarded headers',
    get('/api/brands', [
      'X-Forwarded-For: 1.2.3.4',
      'X-Forwarded-Host: evil.example',
      'X-Forwarded-Proto: https',
    ]),
    200,
  ],
  ['a user ID in a header', get('/api/sessions', ['X-User-ID: 1', 'X-User: admin']), 401],
  [
    'a method override in a header',
    request('POST /api/brands HTTP/1.1', { headers: ['X-HTTP-Method-Override: GET', 'Content-Length: 0'] }),
    405,
  ],
  [
    'the origin null',
    request('POST /api/jwt HTTP/1.1', {
      headers: ['Origin: null', ...json, 'Content-Length: 2'],
      body: '{}',
    }),
    403,
  ],
  ['a header of 20 kB', get('/api/brands', [`X: ${long}`]), 431],
  [
    '2,500 headers',
    get(
      '/api/brands',
      Array.from({ length: 2_500 }, (_, n) => `X-${n}: 1`),
    ),
    431,
  ],
  ['a range of JSON', get('/api/brands', ['Range: bytes=0-1']), 200],
  ['an Accept of nonsense', get('/api/brands', ['Accept: ;;;q=x']), 200],
  ['an Accept-Encoding of nonsense', get('/', ['Accept-Encoding: \xff;q=zz,,,']), 200],
  ['If-None-Match *', get('/api/brands', ['If-None-Match: *']), 200],
  ['a cookie of nonsense', get('/auth/get-session', ['Cookie: clamshell.session_token=%zz%00; =; a']), 200],
  [
    'a cookie of nonsense at the dashboard',
    get('/dashboard', ['Cookie: clamshell.session_token=%zz%00; =; a']),
    302,
  ],
  ['a bearer token that is not ASCII', get('/api/sessions', ['Authorization: Bearer \xff\xfe']), 401],
  ['a folded header', get('/api/brands', ['X: a\r\n b']), 'refused'],
  ['a header with NUL', get('/api/brands', ['X: a\0b']), 'refused'],
  ['a header with a bare CR', get('/api/brands', ['X: a\rb']), 'refused'],
  ['an upgrade to WebSocket', get('/api/brands', ['Connection: Upgrade', 'Upgrade: websocket']), 200],
  [
    'an upgrade to HTTP/2',
    get('/api/brands', [
      'Connection: Upgrade, HTTP2-Settings',
      'Upgrade: h2c',
      'HTTP2-Settings: AAMAAABkAAQAAP__',
    ]),
    200,
  ],
]

/** A Host that is not a valid name is refused; a foreign one is valid, and used for nothing. */
export const HOSTS: RawCase[] = [
  ['no host', Buffer.from('GET /api/brands HTTP/1.1\r\n\r\n'), 'refused'],
  ['two hosts', get('/api/brands', ['Host: localhost', 'Host: evil.example']), 'refused'],
  ['two hosts for a page', get('/', ['Host: localhost', 'host: evil.example']), 'refused'],
  ...[
    '',
    'a b',
    'a/b',
    'a@b',
    'a:99999',
    '[::1',
    '%zz',
    'localhost, evil.example',
    '\xff',
    'a\\b',
    'localhost#',
    'user:pass@localhost',
  ].map(
    (host): RawCase => [`the host ${JSON.stringify(host)}`, get('/api/brands', [`Host: ${host}`]), 'refused'],
  ),
  ['a foreign host', get('/api/brands', ['Host: evil.example']), 200],
  ['a host by its IPv6 address', get('/api/brands', ['Host: [::1]:3000']), 200],
]

export const TARGETS: RawCase[] = [
  ['a path of 20 kB', get(`/api/${long}`), [414, 431]],
  ['a query of 10 kB', get(`/api/product?brand=${'x'.repeat(10_000)}`), 400],
  ['%zz in a path', get('/api/%zz'), 404],
  ['%00 in a path', get('/api/brand/%00'), 404],
  ['..%2f in a path', get('/api/..%2f..%2fetc%2fpasswd'), 404],
  ['.. in a path', get('/api/../../etc/passwd'), 404],
  ['a double slash', get('/api//brands'), 404],
  ['a double slash in front', get('//evil.example/'), 404],
  ['an absolute target', get('http://localhost/api/brands'), 200],
  ['an absolute target elsewhere', get('http://evil.example/healthz'), 200],
  ['an invalid absolute target', get('http://[::1/api/brands'), 'refused'],
  ['a target without a slash', get('api/brands'), 'refused'],
  ['a target with a space', get('/api/brands x'), 'refused'],
  ['a target with a backslash', get('/api\\brands'), 'refused'],
  ['a target in raw UTF-8', get('/api/brand/\xe6\x9d\x8e'), 'refused'],
  ['the target *', request('OPTIONS * HTTP/1.1'), 'refused'],
  ['HTTP/1.0', request('GET /api/brands HTTP/1.0'), 200],
  ['HTTP/1.2', request('GET /api/brands HTTP/1.2'), 'refused'],
  ['an unknown method', request('FOO / HTTP/1.1'), 'refused'],
  ['lines that end with LF alone', Buffer.from('GET /api/brands HTTP/1.1\nHost: a\n\n'), 'refused'],
  [
    'the beginning of TLS',
    Buffer.from('\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n', 'latin1'),
    'refused',
  ],
]

/** Pages accept nonsense in their URLs just as calls do. */
export const PAGES: RawCase[] = [
  ...[
    '/%zz',
    '/brand/%00',
    '/brand/%zz',
    '/brand/%ff',
    '/brand/constructor',
    `/brand/${'x'.repeat(8_000)}`,
    '/..%2f..%2fetc/passwd',
    '/assets/..%2f..%2fpackage.json',
    '/assets/%zz',
    '/blogs/%00',
    '/blogs/none',
    '/brand/%zz.data',
    '/_root.data',
    '/__manifest?p=%zz',
    '/sandbox/none',
  ].map((path): RawCase => [`the page ${path.slice(0, 40)}`, get(path), 404]),
  ...[
    '/advertisedProducts?after=x',
    '/brand/hp?after=%00',
    `/advertisedProducts?after=${'x'.repeat(300)}`,
  ].map((path): RawCase => [`the page ${path.slice(0, 40)}`, get(path), 400]),
  ...[
    '/blogs?x=%zz',
    '/?%zz',
    '/login?next=%zz',
    '/reset-password?token=%00',
    '/blogs.xml?%zz',
    '/outbox?x=%zz',
    '/dashboard/%2e%2e',
  ].map((path): RawCase => [`the page ${path}`, get(path), 200]),
  ...['/dashboard/payment/%00', '/dashboard/payment/%zz', '/dashboard?%zz'].map(
    (path): RawCase => [`the page ${path} for a visitor`, get(path), [302, 404]],
  ),
  ...['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PURGE', 'QUERY'].map(
    (method): RawCase => [
      `${method} of a page`,
      request(`${method} /blogs HTTP/1.1`, { headers: ['Content-Length: 0'] }),
      405,
    ],
  ),
  ['HEAD of a page', request('HEAD /blogs HTTP/1.1'), 200],
  ['TRACE of a call', request('TRACE /api/brands HTTP/1.1'), 405],
  ['TRACE of a sign-in', request('TRACE /auth/get-session HTTP/1.1'), [404, 405]],
  ['TRACE of the outbox', request('TRACE /outbox HTTP/1.1'), [404, 405]],
  ['TRACE of the card sandbox', request('TRACE /sandbox/stripe/v1/payment_intents HTTP/1.1'), 'refused'],
]
