import { lookup } from 'node:dns'
import { request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { BlockList, type LookupFunction } from 'node:net'
import { isPushEndpoint } from './endpoint.ts'

export type PushRequest = { endpoint: string; headers: Record<string, string>; body: Buffer }
/** The answer of a push service; `retry_after` in seconds where it names any. */
export type PushAnswer = { status: number; retry_after: number | undefined }
/** Sends one push. Throws where there is no answer. */
export type SendPush = (request: PushRequest) => Promise<PushAnswer>

const TIMEOUT_MS = 10_000

const PRIVATE = new BlockList()
for (const [address, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const)
  PRIVATE.addSubnet(address, bits, 'ipv4')
for (const [address, bits] of [
  ['::', 127],
  ['64:ff9b::', 96],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
] as const)
  PRIVATE.addSubnet(address, bits, 'ipv6')

/** Whether an address is one of the open net: not of this machine, this house, or a cloud's own services. */
export const isPublicAddress = (address: string, family: number): boolean =>
  !PRIVATE.check(address, family === 6 ? 'ipv6' : 'ipv4')

/** Looks a name up, and refuses one that leads into the own net, whatever its owner has written into the DNS. */
const publicLookup: LookupFunction = (hostname, options, done) =>
  lookup(hostname, { ...options, all: true }, (error, found) => {
    if (error) return done(error, '')
    const wrong = found.find(({ address, family }) => !isPublicAddress(address, family))
    if (wrong || found.length === 0) return done(new Error('the push service has no public address'), '')
    if (options.all) return done(null, found)
    done(null, found[0]!.address, found[0]!.family)
  })

/**
 * Sends to the push services of known browsers, and to the origins in `others`, which an operator has named: those alone
 * may be in the own net. Redirects are not followed.
 */
export function makePushSender(others: readonly string[]): SendPush {
  return ({ endpoint, headers, body }) =>
    new Promise((resolve, reject) => {
      if (!isPushEndpoint(endpoint, others)) throw new Error('no push service')
      const url = new URL(endpoint)
      const send = url.protocol === 'https:' ? httpsRequest : httpRequest
      const options = {
        method: 'POST',
        headers: { ...headers, 'content-length': String(body.length) },
        signal: AbortSignal.timeout(TIMEOUT_MS),
        ...(!others.includes(url.origin) && { lookup: publicLookup }),
      }
      const request = send(url, options, (answer) => {
        // Nothing of it is read: it may be endless.
        answer.destroy()
        const seconds = Number(answer.headers['retry-after'])
        resolve({ status: answer.statusCode ?? 0, retry_after: seconds > 0 ? seconds : undefined })
      })
      request.on('error', reject)
      request.end(body)
    })
}
