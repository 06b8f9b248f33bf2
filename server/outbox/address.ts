import { lookup as resolve, type LookupAddress } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import { makeAddressList } from '../http/address-list.ts'

/** Private, local, shared, reserved, documentation and multicast ranges. */
const SPECIAL_V4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
]
/** Global IPv6, except ranges that embed IPv4 or are not routed. */
const GLOBAL_V6 = '2000::/3'
const SPECIAL_V6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20']

const isSpecial = makeAddressList([...SPECIAL_V4, ...SPECIAL_V6])
const isGlobalV6 = makeAddressList([GLOBAL_V6])

const isPublic = (address: string): boolean =>
  isIP(address) === 6
    ? isGlobalV6(address) && !isSpecial(address)
    : isIP(address) === 4 && !isSpecial(address)

/** Webhooks may call public addresses over HTTPS, and those that the environment allows. */
export type Reach = {
  /** Null if allowed. Check the address that is actually connected to. */
  refuses(address: string, protocol: string): RefusedAddress | null
  /** Checks what is known without DNS. */
  refusesUrl(url: string): RefusedAddress | null
  /** Fails if any address is not allowed. */
  lookupFor(protocol: string): LookupFunction
}
export type RefusedAddress = 'private_address' | 'not_https'

/** `allowed` addresses may be private and without HTTPS. */
export function makeReach(allowed: readonly string[]): Reach {
  const isAllowed = makeAddressList(allowed)

  const refuses: Reach['refuses'] = (address, protocol) => {
    if (isAllowed(address)) return null
    if (!isPublic(address)) return 'private_address'
    return protocol === 'https:' ? null : 'not_https'
  }

  return {
    refuses,
    refusesUrl(text) {
      const { hostname, protocol } = new URL(text)
      const literal = literalOf(hostname)
      if (literal) return refuses(literal, protocol)
      // The name is checked when something is sent.
      return protocol === 'https:' || allowed.length > 0 ? null : 'not_https'
    },
    lookupFor: (protocol) => (hostname, options, callback) => {
      resolve(hostname, { ...options, all: true }, (error, found) => {
        if (error) return callback(error, '')
        const wrong = found.map(({ address }) => refuses(address, protocol)).find(Boolean)
        if (wrong) return callback(new RefusedByReach(wrong), '')
        const [first] = found as [LookupAddress]
        return options.all ? callback(null, found) : callback(null, first.address, first.family)
      })
    },
  }
}

/** The address of a host that needs no DNS. */
export const literalOf = (hostname: string): string | undefined => {
  const bare = hostname.replace(/^\[(.*)\]$/, '$1')
  if (isIP(bare) !== 0) return bare
  return bare === 'localhost' || bare.endsWith('.localhost') ? '127.0.0.1' : undefined
}

export class RefusedByReach extends Error {
  readonly why: RefusedAddress
  constructor(why: RefusedAddress) {
    super(why)
    this.why = why
  }
}
