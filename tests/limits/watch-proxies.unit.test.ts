import { expect, it } from 'vitest'
import { readProxies } from '#server/http/client-address.ts'
import { watchProxies } from '#server/http/watch-proxies.ts'

function watched(list: string) {
  const lines: unknown[] = []
  const watch = watchProxies(readProxies(list)!, { warn: (line: unknown) => void lines.push(line) } as never)
  return { watch, lines }
}

it('warns once about an untrusted proxy, without its address', () => {
  const { watch, lines } = watched('')
  watch('10.0.0.9', '203.0.113.9')
  watch('10.0.0.9', '203.0.113.10')
  expect(lines).toEqual([{ event: 'untrusted-proxy' }])
})

it('does not warn about a trusted proxy, or a client without X-Forwarded-For', () => {
  const { watch, lines } = watched('10.0.0.0/8')
  watch('::ffff:10.0.0.9', '203.0.113.9')
  watch('203.0.113.9', undefined)
  expect(lines).toEqual([])
})

it('does not warn about a connection that has ended, whose address is unknown', () => {
  const { watch, lines } = watched('10.0.0.0/8')
  watch(undefined, '203.0.113.9')
  expect(lines).toEqual([])
})

it('warns about an untrusted proxy even after a trusted one', () => {
  const { watch, lines } = watched('10.0.0.0/8')
  watch('10.0.0.9', '203.0.113.9')
  watch('192.0.2.7', '203.0.113.9')
  expect(lines).toEqual([{ event: 'untrusted-proxy' }])
})
