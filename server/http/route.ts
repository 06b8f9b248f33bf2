import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import type { Audience, Endpoint, HandlerInput, ResponseOf } from '../../contract/endpoint.ts'
import type { Member } from '../../contract/member.ts'
import type { Instant } from '../../domain/madrid-time.ts'
import { allowMoreTime, inTransaction, type Db, type Tx } from '../database/transaction.ts'
import type { CommandContext } from '../command-context.ts'
import { AppError } from './app-error.ts'
import { isDryRun, recordWrite } from './audit.ts'
import { identify, refuseCrossSite, refuseForged, type Caller } from './gates.ts'
import { idempotencyKeyOf, writeOnce } from './idempotency.ts'
import { SerializedAnswer, type Encoding } from './serialized-answer.ts'
import type { SignedInAdmin } from './session.ts'
import { beginAnswer, encoded, StreamedAnswer } from './streamed-answer.ts'

type CallerOf<Who extends Audience> = Who extends 'member'
  ? { member: Member; token: string }
  : Who extends 'admin'
    ? { admin: SignedInAdmin; token: string }
    : unknown

type Handler<E extends Endpoint> = (
  input: HandlerInput<E> &
    CallerOf<E['audience']> & {
      context: CommandContext
      request: FastifyRequest
      reply: FastifyReply
      now: Instant
    },
) => Promise<ResponseOf<E> | SerializedAnswer<ResponseOf<E>> | StreamedAnswer<ResponseOf<E>>>

type RouteOptions<E extends Endpoint> = {
  /** Throws when the first answer to a request that is sent again under its key is no longer true. */
  checkRepeat?: (db: Db, firstAnswer: ResponseOf<E>, now: Instant) => Promise<void>
}

/**
 * Serves one declared endpoint: its gate by audience (before anything of the body is read), its validation, its
 * documentation. The handler gets valid input, the caller, and the one `now` of the request.
 */
export function route<E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  handler: Handler<E>,
  { checkRepeat }: RouteOptions<E> = {},
) {
  const { audience, method, path, beforeSetUp } = endpoint
  const isWrite = method !== 'GET'
  app.declared.push(endpoint)
  app.route({
    method,
    url: path.replaceAll(/\{(\w+)\}/g, ':$1'),
    ...(endpoint.maxBytes && { bodyLimit: endpoint.maxBytes }),
    onRequest: async (request) => {
      request.now = app.clock()
      request.caller = await identify(request, audience, app.db, request.now, beforeSetUp)
      if (isWrite) refuseCrossSite(request, app.publicUrl)
      if (isWrite && audience === 'admin') refuseForged(request, request.caller.token!)
    },
    handler: async (request, reply) => {
      const input = { ...parseInput(endpoint, request), ...request.caller, request, reply, now: request.now }
      const answer = async (db: Db) => {
        const context = { db, postMail: app.postMail, publicUrl: app.publicUrl }
        return handler({ ...input, context } as unknown as Parameters<Handler<E>>[0])
      }
      reply.type('application/json; charset=utf-8').status(endpoint.status ?? 200)
      if (!isWrite) {
        const given = await answer(app.db)
        if (given instanceof File) return sendFile(reply, given)
        if (given instanceof StreamedAnswer) return sendStreamed(endpoint, request, reply, given)
        return sendPolled(endpoint, request, reply, asJson(given))
      }
      const write = async (db: Db) => {
        const given = await answer(db)
        const { admin } = request.caller
        if (admin) await recordWrite(db, endpoint, { ...input, admin }, given, request.now)
        return asJson(given).text
      }
      const key = idempotencyKeyOf(request)
      const keyed = endpoint.secret ? undefined : key
      const repeat = async (db: Db, firstAnswer: string) =>
        checkRepeat?.(db, JSON.parse(firstAnswer) as ResponseOf<E>, request.now)
      const once = async (tx: Tx) => {
        if (audience === 'admin') await allowMoreTime(tx)
        return keyed ? writeOnce(tx, { ...keyed, request, now: request.now }, write, repeat) : write(tx)
      }
      const text = keyed || audience === 'admin' ? await allOrNothing(app.db, once) : await write(app.db)
      // One reads one's own writes; other processes hear of them through the database.
      if (audience !== 'public' && !isDryRun(input.body)) app.snapshots.drop(reachOf(endpoint))
      return reply.header('cache-control', 'no-store').send(text)
    },
  })
}

/** Members change bookings alone, and so do administrators by a call about one reservation. */
const reachOf = ({ audience, audit }: Endpoint) =>
  audience === 'member' || audit?.target === 'reservation' ? 'bookings' : 'everything'

const asJson = (given: unknown) =>
  given instanceof SerializedAnswer ? given : new SerializedAnswer<unknown>(JSON.stringify(given))

/** One transaction for the whole write, undone by every refusal but those that keep what was written before them. */
async function allOrNothing(db: Db, work: (tx: Tx) => Promise<string>): Promise<string> {
  const outcome = await inTransaction(db, (tx) =>
    work(tx).catch((error: unknown) => {
      if (error instanceof AppError && error.keepsWrites) return error
      throw error
    }),
  )
  if (outcome instanceof AppError) throw outcome
  return outcome
}

/** Answers with a download. Its Korean name is written as RFC 5987 wants it, for old clients a plain one beside. */
async function sendFile(reply: FastifyReply, file: File) {
  const plain = file.name.replaceAll(/[^\w.-]/g, '').replace(/^_/, '')
  const encoded = encodeURIComponent(file.name).replaceAll(
    /['()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  reply.type(file.type).headers({
    'content-disposition': `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`,
    'cache-control': 'private, no-store',
  })
  return reply.send(Buffer.from(await file.arrayBuffer()))
}

const WORTH_COMPRESSING = 1400

/** Answers a read with its ETag, compressed when that pays, or 304 when the client already has exactly this. */
async function sendPolled(
  endpoint: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
  answer: SerializedAnswer<unknown>,
) {
  const encoding = answer.text.length < WORTH_COMPRESSING ? 'identity' : preferred(request)
  // A strong tag names the bytes, and those differ by encoding.
  reply.header('etag', `"${answer.hash}-${encoding}"`).headers(cachingOf(endpoint))
  if (request.headers['if-none-match']?.includes(`"${answer.hash}-`)) return reply.status(304).send()
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  return reply.send(await answer.bytes(encoding))
}

const cachingOf = ({ secret, shared }: Endpoint) => ({
  vary: 'accept-encoding',
  'cache-control': secret ? 'private, no-store' : shared ? 'no-cache' : 'private, no-cache',
})

/** Answers a read that may be long: a short one like any other, a long one in pieces, which have no tag. */
async function sendStreamed(
  endpoint: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
  answer: StreamedAnswer<unknown>,
) {
  const begun = await beginAnswer(answer)
  if (typeof begun === 'string') return sendPolled(endpoint, request, reply, new SerializedAnswer(begun))
  const encoding = preferred(request)
  reply.headers(cachingOf(endpoint))
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  return reply.send(encoded(begun, encoding))
}

function preferred(request: FastifyRequest): Encoding {
  const accepted = request.headers['accept-encoding'] ?? ''
  const accepts = (name: string) =>
    new RegExp(`\\b${name}\\b(?!\\s*;\\s*q=0(\\.0*)?\\s*(,|$))`).test(accepted)
  return accepts('br') ? 'br' : accepts('gzip') ? 'gzip' : 'identity'
}

function parseInput(endpoint: Endpoint, request: FastifyRequest) {
  const fields: Record<string, string> = {}
  const parse = (schema: z.ZodMiniType | undefined, value: unknown) => {
    const result = schema?.safeParse(value)
    if (result?.error) Object.assign(fields, fieldsOf(result.error))
    return result?.data
  }
  const params = parse(endpoint.params, request.params)
  // A path with an impossible id leads nowhere; it is not a form that could be filled in better.
  if (Object.keys(fields).length > 0) throw new AppError('not_found')
  // No body at all is an empty form, unless the call gives it a meaning of its own.
  const absent = endpoint.body?.safeParse(undefined).success ? undefined : {}
  const body = request.body === undefined ? absent : (request.body ?? {})
  const input = {
    params,
    query: parse(endpoint.query, request.query),
    body: parse(endpoint.body, body),
  }
  if (Object.keys(fields).length > 0) throw new AppError('invalid_input', { fields })
  return input
}

/** The first problem of each field, by dotted path. */
function fieldsOf(error: z.core.$ZodError): Record<string, string> {
  const fields: Record<string, string> = {}
  for (const issue of error.issues) fields[issue.path.join('.') || 'body'] ??= issue.message
  return fields
}

declare module 'fastify' {
  interface FastifyRequest {
    now: Instant
    caller: Caller
  }
}
