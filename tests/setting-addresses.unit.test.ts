import { describe, expect, it } from 'vitest'
import { readConfig } from '#server/config.ts'
import { ConfigError } from '#server/setting-values.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'

const S3 = {
  S3_ENDPOINT: 'https://s3.example',
  S3_BUCKET: 'pictures',
  S3_REGION: 'r',
  S3_ACCESS_KEY_ID: 'i',
  S3_SECRET_ACCESS_KEY: 's',
}
const smtp = (SMTP_URL: string) => ({ SMTP_URL, MAIL_FROM: 'shop@shop.example' })
const read = (env: NodeJS.ProcessEnv) => readConfig({ DATA_DIR: temporaryFolder(), ...env })

describe('a valid setting is accepted unchanged', () => {
  it.each([
    'smtp://mail.example',
    'smtps://u%40shop.example:p%23%2F%3F%25@mail.example:465/',
    'smtp://mail.example:587?requireTLS=true',
    'smtp://localhost?ignoreTLS=true',
    'smtp://mail.example?tls.rejectUnauthorized=false&tls.minVersion=TLSv1.3&name=shop.example',
  ])('SMTP_URL %s', async (url) => {
    expect((await read(smtp(url))).smtp?.url).toBe(url)
  })

  it.each([
    ['http://127.0.0.1:9000', 'a.b-3'],
    ['https://s3.example/', 'b'.repeat(63)],
    ['https://s3.example/storage/v1', 'abc'],
  ])('S3_ENDPOINT %s with S3_BUCKET %s', async (endpoint, bucket) => {
    const env = { ...S3, S3_ENDPOINT: endpoint, S3_BUCKET: bucket }
    expect((await read(env)).s3).toMatchObject({ endpoint, bucket })
  })
})

describe('a setting that would only fail in use stops the start with one line', () => {
  it.each([
    ...['u:%zz@h', 'u:p%@h', 'u:12#w@h', 'u:12/w@h', 'u:12?w@h'].map((rest) => [
      'SMTP_URL cannot be read: in user and password each / ? # @ : % must be escaped',
      smtp(`smtp://${rest}`),
    ]),
    ['SMTP_URL must name a host and no path', smtp('smtp://h/path')],
    ...[
      'nosuch=1',
      'requiretls=true',
      'requireTLS',
      'requireTLS=yes',
      'ignoreTLS=0',
      'requireTLS=true&requireTLS=false',
      'jsonTransport=true',
      'debug=true',
      'host=other.example',
      'tls.rejectunauthorized=true',
      'tls.minVersion=1.2',
    ].map((search) => [
      'SMTP_URL can have these parameters, each once and with a valid value: requireTLS, ',
      smtp(`smtp://h?${search}`),
    ]),
    ...[
      'shop.example:99999',
      'a.example, https://b.example',
      'shop.example/shop',
      'shop.example/?a=1',
      'shop.example/#a',
      'me:word@shop.example',
      '*.example',
      'a.example,b.example',
    ].map((rest) => [
      'PUBLIC_URL must be only protocol, host and port, like https://shop.example.',
      { PUBLIC_URL: `https://${rest}` },
    ]),
    ...['s3.example?x=1', 'u:p@s3.example', 'u@s3.example', 's3.example/#a', 's3.example:99999'].map(
      (rest) => [
        'S3_ENDPOINT must be only protocol, host, port and path',
        { ...S3, S3_ENDPOINT: `https://${rest}` },
      ],
    ),
    ...['b/../c d', 'ab', 'b'.repeat(64), 'Pictures', 'my_pictures'].map((S3_BUCKET) => [
      'S3_BUCKET must be 3 to 63',
      { ...S3, S3_BUCKET },
    ]),
  ] as [string, NodeJS.ProcessEnv][])('%s %j', async (words, env) => {
    const failure = await read(env).catch((error: Error) => error)
    expect(failure).toBeInstanceOf(ConfigError)
    expect((failure as Error).message).toContain(words)
    expect((failure as Error).message).not.toMatch(/\n|zz|x=1/)
  })
})
