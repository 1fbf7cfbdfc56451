import { BlockList, isIP } from 'node:net'

type Network = Parameters<BlockList['addSubnet']>

/**
 * The trusted proxies, from a list of addresses and networks (`10.0.0.0/8, ::1`). Undefined if an entry is neither, or
 * covers all addresses: then anybody could claim any address.
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

/** `0.0.0.0/0`, and any IPv6 network that contains `::ffff:0:0/96`, where the IPv4 addresses are mapped. */
function holdsAllOfVersion4(network: Network): boolean {
  const alone = new BlockList()
  alone.addSubnet(...network)
  return alone.check('0.0.0.0') && alone.check('255.255.255.255')
}

/**
 * The network address a request came from. Anyone can send X-Forwarded-For, so it is read only as far as trusted
 * proxies wrote it: from its right end to the first address that is not a trusted proxy. `peer` is the other end of the
 * connection.
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
    // An entry that is not an address identifies nobody: then the proxy counts as the client.
    if (isIP(hop) === 0) break
    address = hop
  }
  return address || 'unknown'
}

/**
 * The key by which limits are counted: an IPv4 address, or the /64 of an IPv6 address, since one household or server
 * has 2^64 of these.
 */
export function networkOf(address: string): string {
  const plain = plainAddress(address)
  if (isIP(plain) !== 6) return plain
  return `${groupsOf(plain).slice(0, 4).join(':')}::/64`
}

/** Whether an address, as plainAddress() writes it, is a trusted proxy. */
export const isTrusted = (address: string, proxies: BlockList) =>
  isIP(address) !== 0 && proxies.check(address, isIP(address) === 4 ? 'ipv4' : 'ipv6')

/** Without brackets, port and zone; an IPv4 address that is written as an IPv6 one is an IPv4 address. */
export function plainAddress(written: string): string {
  // The form in which Node gives the peer's address.
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
  // The host of a URL is always in the one shortest form; an IPv4 address at its end is rewritten, too.
  const [left = '', right] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::')
  const groups = (part: string | undefined) => (part ? part.split(':') : [])
  const missing = 8 - groups(left).length - groups(right).length
  return [...groups(left), ...Array<string>(missing).fill('0'), ...groups(right)]
}
