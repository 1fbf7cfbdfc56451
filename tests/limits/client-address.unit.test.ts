import { describe, expect, test } from 'vitest'
import { clientAddress, networkOf, readProxies } from '#server/http/client-address.ts'

const NONE = readProxies('')!
const PROXIES = readProxies('10.0.0.0/8, 127.0.0.1, ::1, 2001:db8:1::/48')!

describe('the client address', () => {
  test.each([
    // No proxy is trusted by default.
    [NONE, '198.51.100.7', undefined, '198.51.100.7'],
    [NONE, '198.51.100.7', '203.0.113.9', '198.51.100.7'],
    [NONE, '127.0.0.1', '203.0.113.9', '127.0.0.1'],
    // Written by a trusted proxy, or by anybody before it.
    [PROXIES, '10.1.2.3', '203.0.113.9', '203.0.113.9'],
    [PROXIES, '::ffff:10.1.2.3', '203.0.113.9', '203.0.113.9'],
    [PROXIES, '::1', '2001:DB8:7::1', '2001:db8:7::1'],
    [PROXIES, '2001:db8:1:9::5', '203.0.113.9', '203.0.113.9'],
    [PROXIES, '198.51.100.7', '203.0.113.9', '198.51.100.7'],
    [PROXIES, '10.1.2.3', 'forged, 203.0.113.9', '203.0.113.9'],
    [PROXIES, '10.1.2.3', '1.1.1.1, 203.0.113.9, 10.9.9.9', '203.0.113.9'],
    [PROXIES, '10.1.2.3', '10.8.8.8, 10.9.9.9', '10.8.8.8'],
    [PROXIES, '10.1.2.3', ['1.1.1.1', '203.0.113.9'], '203.0.113.9'],
    // Values other than addresses are ignored.
    [PROXIES, '10.1.2.3', undefined, '10.1.2.3'],
    [PROXIES, '10.1.2.3', '', '10.1.2.3'],
    [PROXIES, '10.1.2.3', 'unknown', '10.1.2.3'],
    [PROXIES, '10.1.2.3', '203.0.113.9, <script>', '10.1.2.3'],
    [PROXIES, '10.1.2.3', '203.0.113.9, ::ffff:999.0.0.1', '10.1.2.3'],
    [PROXIES, '10.1.2.3', '203.0.113.9:4711', '203.0.113.9'],
    [PROXIES, '10.1.2.3', '[2001:db8:7::1]:4711', '2001:db8:7::1'],
    [PROXIES, undefined, '203.0.113.9', 'unknown'],
  ])('%#: peer $1 with X-Forwarded-For $2 is $3', (proxies, peer, forwardedFor, address) => {
    expect(clientAddress(peer, forwardedFor, proxies)).toBe(address)
  })
})

test.each([
  ['203.0.113.9', '203.0.113.9'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['::ffff:cb00:7109', '203.0.113.9'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['2001:db8:0:0:ffff:ffff:ffff:ffff', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['unknown', 'unknown'],
])('%s is counted as %s', (address, network) => {
  expect(networkOf(address)).toBe(network)
})

test.each([
  'localhost',
  '10.0.0.0/33',
  '::/129',
  '10.0.0.1/',
  '0.0.0.0/0',
  '10.0.0.0/8, ::/00',
  '::ffff:0:0/96',
  '10.0.0.0/8, ::ffff:10.0.0.0/96',
  '::/1',
  '10.0.0.1/8/8',
  '10.0.0.1/0x8',
  '10.0.0.1/8a',
  '10.0.0',
  '*',
  '1.2.3.4 5.6.7.8',
])('a list of proxies with an invalid or too large network is rejected: %s', (list) => {
  expect(readProxies(list)).toBeUndefined()
})
