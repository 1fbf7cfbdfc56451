import { expect, it } from 'vitest'
import { findSecrets, watchForSecrets } from './secrets.ts'

it.each([
  '{"msg":"Bearer eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl"}',
  '{"err":{"message":"params: $argon2id$v=19$m=19456"}}',
  '{"cookie":"clamshell.session_token=abc"}',
  '{"path":"/reset-password?token=Zm9yIG5vYm9keSdzIGV5ZXM"}',
  '{"secret":"pi_3abc_secret_xyz"}',
  '{"key":"sk_test_0123456789abcdef"}',
  '{"path":"/api/user/somebody@example.com"}',
  '{"card":"4242424242424242"}',
])('a log line with a secret or personal data is found: %s', (line) => {
  expect(findSecrets(line, { personal: true })).toHaveLength(1)
})

it.each([
  '{"level":30,"time":"2026-11-21T11:49:23.128Z","id":"fc8e4118-0a11-4bd2-8f9a-364f324cb33d","event":"request","method":"POST","path":"/api/webhooks/stripe","status":200,"ms":17}',
  '{"stack":"    at file:///x/node_modules/@hono/zod-openapi/dist/index.mjs:123:6"}',
  '{"event":"payment-succeeded","intentId":"pi_3abc","orderId":"01a1fdf0-01da-7266-ba16-123456789012"}',
])('a log line without secrets passes: %s', (line) => {
  expect(findSecrets(line, { personal: true })).toEqual([])
})

const answer = (status: number, text: string, type = 'application/json') => ({
  status,
  text,
  headers: new Headers({ 'content-type': type }),
})

it('a typed password is found in the log, in a refusal and in a page', () => {
  for (const leak of ['log', 'refusal', 'page']) {
    const watch = watchForSecrets([])
    watch.sent({ body: { email: 'a@b.example', password: 'a password that was typed' } })
    const text = 'why "a password that was typed" is wrong'
    if (leak === 'log') watch.wrote(text)
    else if (leak === 'refusal') watch.answered('POST /x', answer(400, text))
    else watch.answered('GET /x', answer(200, text, 'text/html'))
    expect(() => watch.expectNothing(), leak).toThrow('a password that was typed')
  }
})

it('cookies, tokens and payment secrets from responses are found in the log', () => {
  for (const secret of ['the value of a cookie', 'the token that was given', 'the secret of a payment']) {
    const watch = watchForSecrets([])
    const headers = new Headers({ 'set-cookie': 'name=the value of a cookie; HttpOnly' })
    watch.answered('POST /x', { status: 200, headers, text: '{"token":"the token that was given"}' })
    watch.answered('POST /y', answer(200, '{"client_secret":"the secret of a payment"}'))
    watch.wrote(`{"msg":"${secret}"}`)
    expect(() => watch.expectNothing(), secret).toThrow(secret)
  }
})

it('nothing is reported when no secret has leaked', () => {
  const watch = watchForSecrets(['a secret of the shop'])
  watch.sent({ token: 'the token that was given', cookie: 'name=the value of a cookie' })
  watch.wrote('{"event":"request"}')
  watch.answered('POST /x', answer(400, '{"code":"bad-input"}'))
  watch.expectNothing()
})
