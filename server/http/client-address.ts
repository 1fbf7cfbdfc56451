import { BlockList, isIP } from 'node:net'

type Network = Parameters<BlockList['addSubnet']>

/**
 * Which proxies stand before the shop, from a list of addresses and networks (`10.0.0.0/8, ::1`); undefined
 * where an entry is neither, or is all addresses: then everybody could write where they come from.
 */
export function readProxies(list: string): BlockList | undefined {
  const proxies = new BlockList()
  const entries = list.split(',').map((part) => part.trim())
  for (const entry of entries.filter(Boolean)) {
    const [address = '', bits, ...rest] = entry.split('/')
    const version = isIP(address)
    const most = version === 4 ? 32 : 128
    if (version === 0 || rest.length > 0 || (bits !== undefined && !/^\d{1,3}$/.test(bits))) return undefined
    if (Number(bits ?? most) > most) return undefined
    const network: Network = [address, Number(bits ?? most), version === 4 ? 'ipv4' : 'ipv6']
    if (holdsAllOfVersion4(network)) return undefined
    proxies.addSubnet(...network)
  }
  return proxies
}

/** `0.0.0.0/0`, and `::ffff:0:0/96` with all around it: there an IPv4 address lies as the IPv6 one that it is written as. */
function holdsAllOfVersion4(network: Network): boolean {
  const alone = new BlockList()
  alone.addSubnet(...network)
  return alone.check('0.0.0.0') && alone.check('255.255.255.255')
}

/**
 * The network address a request came from. Anyone can write X-Forwarded-For, so it counts only as far as it
 * was written by a trusted proxy: from its right end up to the first address that is none. `peer` is the
 * other end of the connection.
 */
export function clientAddress(
  peer: string | undefined,
  forwardedFor: string | string[] | undefined,
  proxies: BlockList,
): string {
  let address = plainAddress(peer ?? '')
  const hops = forwardedFor === undefined ? [] : String(forwardedFor).split(',')
  while (hops.length > 0 && isTrusted(address, proxies)) {
    const hop = plainAddress(hops.pop() ?? '')
    // What is no address names nobody: then it was the proxy.
    if (isIP(hop) === 0) break
    address = hop
  }
  return address || 'unknown'
}

/**
 * What limits are counted by: an IPv4 address, or the /64 of an IPv6 address, of which one household or
 * server has 2^64 at hand.
 */
export function networkOf(address: string): string {
  const plain = plainAddress(address)
  if (isIP(plain) !== 6) return plain
  return `${groupsOf(plain).slice(0, 4).join(':')}::/64`
}

/** Whether an address, as plainAddress() writes it, is a proxy's whose word is taken. */
export const isTrusted = (address: string, proxies: BlockList) =>
  isIP(address) !== 0 && proxies.check(address, isIP(address) === 4 ? 'ipv4' : 'ipv6')

/** Without brackets, port and zone; an IPv4 address that is written as an IPv6 one is an IPv4 address. */
export function plainAddress(written: string): string {
  // As Node writes the other end of a connection.
  if (isIP(written) === 4) return written
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(written)?.[1]
  if (mapped) return mapped
  const bare = written
    .trim()
    .replace(/^\[([^\]]*)\](?::\d+)?$/, '$1')
    .replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1')
    .replace(/%.*$/, '')
  if (isIP(bare) !== 6) return bare
  const groups = groupsOf(bare)
  if (groups.slice(0, 5).join('') !== '00000' || groups[5] !== 'ffff') return bare.toLowerCase()
  return groups
    .slice(6)
    .flatMap((group) => [Number.parseInt(group, 16) >> 8, Number.parseInt(group, 16) & 255])
    .join('.')
}

/** The eight groups of an IPv6 address, without leading zeros. */
function groupsOf(address: string): string[] {
  // A URL's host is in the one short form, an IPv4 address at the end included.
  const [left = '', right] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::')
  const groups = (part: string | undefined) => (part ? part.split(':') : [])
  const missing = 8 - groups(left).length - groups(right).length
  return [...groups(left), ...Array<string>(missing).fill('0'), ...groups(right)]
}
