import { expect, it, vi } from 'vitest'
import { watchAddress } from '#server/http/watch-address.ts'

const publicUrl = 'https://shop.example'
function watched() {
  const warn = vi.fn()
  return { warn, watch: watchAddress({ publicUrl, origins: [publicUrl] }, { warn }) }
}

it.each([
  { origin: 'https://www.shop.example', host: 'www.shop.example' },
  { origin: 'http://shop.example', host: 'shop.example' },
  { origin: 'http://192.168.1.5:3000', host: '192.168.1.5:3000' },
  { origin: 'https://shop.example:8443', host: 'shop.example', 'sec-fetch-site': 'same-origin' },
])('warns once when the shop is opened at $origin', (headers) => {
  const { watch, warn } = watched()
  watch(headers)
  watch(headers)
  expect(warn.mock.calls).toEqual([[{ event: 'other-address', publicUrl }, expect.any(String)]])
})

it.each([
  { origin: publicUrl, host: 'shop.example', 'sec-fetch-site': 'same-origin' },
  { origin: publicUrl, host: '10.0.0.11:3000' },
  { host: '10.0.0.11:3000' },
  { host: 'www.shop.example', 'sec-fetch-site': 'same-origin' },
  { origin: 'https://evil.example', host: 'shop.example', 'sec-fetch-site': 'cross-site' },
  { origin: 'null', host: 'shop.example' },
])('does not warn about same-origin or cross-site requests: origin $origin, host $host', (headers) => {
  const { watch, warn } = watched()
  watch(headers)
  expect(warn).not.toHaveBeenCalled()
})
