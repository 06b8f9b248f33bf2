import { isIPv6 } from 'node:net'

const V4_IN_V6 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i

/** An IPv4 address, or the first 64 bits of an IPv6 address, whose owner controls the rest. */
export function networkOf(address: string): string {
  const v4 = V4_IN_V6.exec(address)
  if (v4) return v4[1]!
  if (!isIPv6(address)) return address
  const [head = '', tail = ''] = address.replace(/%.*$/, '').split('::')
  const groups = (part: string) => part.split(':').filter(Boolean)
  const [first, last] = [groups(head), groups(tail)]
  const zeros = Array.from({ length: Math.max(0, 8 - first.length - last.length) }, () => '0')
  const half = [...first, ...zeros, ...last].slice(0, 4)
  return `${half.map((group) => group.toLowerCase().padStart(4, '0')).join(':')}::/64`
}

/** Patterns for LIKE: the network, and for IPv6 the /56 and the /48 around it, which one customer may own. */
export const networksAround = (network: string): string[] =>
  network.endsWith('::/64') ? [network, `${network.slice(0, 17)}%`, `${network.slice(0, 15)}%`] : [network]
