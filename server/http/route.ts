import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import type { Audience, Endpoint, HandlerInput, ResponseOf } from '../../contract/endpoint.ts'
import type { Member } from '../../contract/my-account.ts'
import type { Instant } from '../../domain/madrid-time.ts'
import type { Db } from '../database/transaction.ts'
import type { PostMail } from '../mail/post.ts'
import { AppError } from './app-error.ts'
import { identify, refuseCrossSite, refuseForged, type Caller } from './gates.ts'
import { idempotencyKeyOf, writeOnce } from './idempotency.ts'
import { JsonText, type Encoding } from './json-text.ts'
import { openApiOf } from './openapi.ts'
import type { SignedInAdmin } from './session.ts'

type CallerOf<Who extends Audience> = Who extends 'member'
  ? { member: Member; token: string }
  : Who extends 'admin'
    ? { admin: SignedInAdmin; token: string }
    : unknown

type Handler<E extends Endpoint> = (
  input: HandlerInput<E> &
    CallerOf<E['audience']> & { office: Office; request: FastifyRequest; reply: FastifyReply; now: Instant },
) => Promise<ResponseOf<E> | JsonText<ResponseOf<E>>>

/** Where a handler works: the database (inside a transaction, where the adapter has begun one), mail and links. */
export type Office = { db: Db; postMail: PostMail; publicUrl: string }

/**
 * Serves one declared endpoint: its gate by audience (before anything of the body is read), its validation, its
 * documentation. The handler gets valid input, the caller, and the one `now` of the request.
 */
export function route<E extends Endpoint>(app: FastifyInstance, endpoint: E, handler: Handler<E>) {
  const { audience, method, path } = endpoint
  const isWrite = method !== 'GET'
  app.declared.push(endpoint)
  app.route({
    method,
    url: path.replaceAll(/\{(\w+)\}/g, ':$1'),
    schema: openApiOf(endpoint),
    // Our own parsing below gives our own errors; the schemas above only document.
    validatorCompiler: () => () => true,
    serializerCompiler: () => JSON.stringify,
    onRequest: async (request) => {
      request.now = app.clock()
      request.caller = await identify(request, audience, app.db, request.now)
      if (isWrite) refuseCrossSite(request, app.publicUrl)
      if (isWrite && audience === 'admin') refuseForged(request, request.caller.token!)
    },
    handler: async (request, reply) => {
      const input = { ...parseInput(endpoint, request), ...request.caller, request, reply, now: request.now }
      const answer = async (db: Db) => {
        const office = { db, postMail: app.postMail, publicUrl: app.publicUrl }
        const given = await handler({ ...input, office } as unknown as Parameters<Handler<E>>[0])
        return given instanceof JsonText ? given : new JsonText(JSON.stringify(given))
      }
      reply.type('application/json; charset=utf-8').status(endpoint.status ?? 200)
      if (!isWrite) return sendPolled(endpoint, request, reply, await answer(app.db))
      const keyed = idempotencyKeyOf(request)
      const text = keyed
        ? await writeOnce(
            app.db,
            { ...keyed, request, now: request.now },
            async (tx) => (await answer(tx)).text,
          )
        : (await answer(app.db)).text
      // One reads one's own writes; other processes hear of them through the database.
      if (audience !== 'public') app.snapshots.drop()
      return reply.header('cache-control', 'no-store').send(text)
    },
  })
}

const WORTH_COMPRESSING = 1400

/** Answers a read with its ETag, compressed when that pays, or 304 when the client already has exactly this. */
async function sendPolled(
  endpoint: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
  answer: JsonText<unknown>,
) {
  const encoding = answer.text.length < WORTH_COMPRESSING ? 'identity' : preferred(request)
  reply.headers({
    // A strong tag names the bytes, and those differ by encoding.
    etag: `"${answer.hash}-${encoding}"`,
    vary: 'accept-encoding',
    'cache-control': endpoint.shared ? 'no-cache' : 'private, no-cache',
  })
  if (request.headers['if-none-match']?.includes(`"${answer.hash}-`)) return reply.status(304).send()
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  return reply.send(await answer.bytes(encoding))
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
  const input = {
    params,
    query: parse(endpoint.query, request.query),
    body: parse(endpoint.body, request.body ?? {}),
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
