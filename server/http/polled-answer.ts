import type { ServerResponse } from 'node:http'
import { pipeline, Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Endpoint } from '../../contract/endpoint.ts'
import { serviceTime } from './answer-headers.ts'
import type { Encoding, SerializedAnswer } from './serialized-answer.ts'
import type { PackedAnswer } from './streamed-answer.ts'

// In bytes. Shared answers are compressed once, so it pays from the second packet; for one reader only if it
// saves round trips.
const WORTH_COMPRESSING = { forMany: 1_400, forOne: 8_000 }

/** Answers with an ETag, compressed if worthwhile, or with 304. */
export function makeSendPolled(app: FastifyInstance, endpoint: Endpoint) {
  const isForOne = endpoint.audience === 'member' && !endpoint.shared
  const worthCompressing = WORTH_COMPRESSING[isForOne ? 'forOne' : 'forMany']
  // A 304 updates the cached headers and keeps the rest.
  const always = ['vary', 'accept-encoding', 'cache-control', cacheControlOf(endpoint)]
  const ofBody = [
    ...Object.entries(app.securityHeaders).flat(),
    'content-type',
    'application/json; charset=utf-8',
  ]
  return async (request: FastifyRequest, reply: FastifyReply, answer: SerializedAnswer<unknown>) => {
    const encoding =
      answer.json.length < worthCompressing ? 'identity' : preferred(request.headers['accept-encoding'])
    const isKnown = request.headers['if-none-match']?.includes(answer.tagStart) ?? false
    const body = isKnown ? undefined : await answer.bytes(encoding)
    // A strong tag identifies bytes, which differ by encoding.
    const head = [...always, 'etag', answer.etag(encoding)]
    head.push('x-service-time', serviceTime(request.now))
    if (app.leaving.isLeaving) head.push('connection', 'close')
    for (const [name, value] of Object.entries(reply.getHeaders())) head.push(name, String(value))
    // Bypasses Fastify, whose handling of headers costs more than sending a cached answer.
    reply.hijack()
    if (body) {
      head.push(...ofBody, 'content-length', String(body.length))
      if (encoding !== 'identity') head.push('content-encoding', encoding)
    }
    reply.raw.writeHead(body ? 200 : 304, head)
    endSoon(reply.raw, body)
  }
}

/** A client that is woken by each answer takes turns with this process: write the answers of one loop turn together. */
const ready: [ServerResponse, Buffer | undefined][] = []

function endSoon(response: ServerResponse, body: Buffer | undefined) {
  if (ready.push([response, body]) > 1) return
  setImmediate(() => ready.splice(0).forEach(([each, bytes]) => each.end(bytes)))
}

// A slow client holds the bytes until then.
const LONGEST_MS = 300_000

/** For reads too long for memory as text. */
export function sendPacked(
  endpoint: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
  { hash, gzipped }: PackedAnswer,
): FastifyReply {
  const encoding = GZIP.test(request.headers['accept-encoding'] ?? '') ? 'gzip' : 'identity'
  reply.headers({
    vary: 'accept-encoding',
    'cache-control': cacheControlOf(endpoint),
    etag: `"${hash}-${encoding}"`,
  })
  if (request.headers['if-none-match']?.includes(`"${hash}-`)) return reply.status(304).send()
  reply.type('application/json; charset=utf-8')
  const bytes = Readable.from(gzipped, { signal: AbortSignal.timeout(LONGEST_MS) })
  if (encoding === 'gzip') return reply.header('content-encoding', encoding).send(bytes)
  return reply.send(pipeline(bytes, createGunzip(), () => {}))
}

// Browsers must not store personal data. The web app keeps such answers, with their tags, in memory.
const cacheControlOf = ({ shared }: Endpoint) => (shared ? 'no-cache' : 'no-store')

const BROTLI = /\bbr\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/
const GZIP = /\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/

export const preferred = (accepted = ''): Encoding =>
  BROTLI.test(accepted) ? 'br' : GZIP.test(accepted) ? 'gzip' : 'identity'
