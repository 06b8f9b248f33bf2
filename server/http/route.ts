import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type * as z from 'zod/mini'
import type { Audience, Endpoint, HandlerInput, ResponseOf } from '../../contract/endpoint.ts'
import { paramsOf } from '../../contract/field.ts'
import { downloadMyData } from '../../contract/own-data.ts'
import type { Member } from '../../contract/member.ts'
import type { Instant } from '../../domain/madrid-time.ts'
import type { Role } from '../../domain/role.ts'
import { inTransaction, type Db, type Tx } from '../database/transaction.ts'
import type { CommandContext } from '../command-context.ts'
import { withoutTexts } from './api-token.ts'
import { MAX_ADMIN_BODY } from './admission.ts'
import { AppError } from './app-error.ts'
import { isDryRun, recordAlone, recordWrite } from './audit.ts'
import { addFieldErrors, type FieldErrors } from './field-errors.ts'
import { identify, refuseCrossSite, refuseForged, refuseRole, type Caller } from './gates.ts'
import { requestKeyOf, writeOnce, type RequestKey } from './idempotency.ts'
import { makeSendPolled, sendPacked } from './polled-answer.ts'
import { SerializedAnswer } from './serialized-answer.ts'
import {
  findSession,
  findTokenToWrite,
  hasSessionChanged,
  refuseUnconfirmed,
  requireSession,
  type FindSession,
  type SignedInAdmin,
  type ToDo,
} from './session.ts'
import { beginAnswer, StreamedAnswer } from './streamed-answer.ts'
import { StreamedFile } from './streamed-file.ts'
import { sendTagged, TaggedFile } from './tagged-file.ts'

type CallerOf<Who extends Audience> = Who extends 'member'
  ? { member: Member; token: string }
  : Who extends 'admin'
    ? { admin: SignedInAdmin; role: Role | undefined; toDo?: ToDo; token: string }
    : unknown

type Handler<E extends Endpoint> = (
  input: HandlerInput<E> &
    CallerOf<E['audience']> & {
      context: CommandContext
      request: FastifyRequest
      reply: FastifyReply
      now: Instant
      /** For handlers with `byItself`. */
      key: RequestKey | undefined
    },
) => Promise<ResponseOf<E> | SerializedAnswer<ResponseOf<E>> | StreamedAnswer<ResponseOf<E>> | FileOf<E>>

type FileOf<E extends Endpoint> = ResponseOf<E> extends File ? StreamedFile | TaggedFile : never

type RouteOptions<E extends Endpoint> = {
  /** Throws if the first answer of a repeated request no longer holds. */
  checkRepeat?: (db: Db, firstAnswer: ResponseOf<E>, now: Instant) => Promise<void>
  /**
   * The handler's own statement checks the session and the idempotency key, without a transaction around it.
   */
  byItself?: boolean
}

/** Serves a declared endpoint: authentication before the body is read, then validation. */
export function route<E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  handler: Handler<E>,
  { checkRepeat, byItself = false }: RouteOptions<E> = {},
) {
  const { audience, method, path } = endpoint
  const isWrite = method !== 'GET'
  // A write uses remembered sessions only if the database checks them again.
  const asksAgain = byItself || audience === 'admin'
  const find: FindSession = isWrite && !asksAgain ? findSession.bind(null, app.db) : app.sessions.find
  const sendPolled = makeSendPolled(app, endpoint)
  app.declared.push(endpoint)
  app.route({
    method,
    url: path.replaceAll(/\{(\w+)\}/g, ':$1'),
    ...(audience === 'admin' && { bodyLimit: endpoint.maxBytes ?? MAX_ADMIN_BODY }),
    onRequest: async (request) => {
      request.now = app.clock()
      request.caller = await identify(request, audience, find, request.now, endpoint)
      const { api_token_id, token, role } = request.caller
      if (api_token_id !== undefined) await app.useToken(api_token_id, request.now)
      else if (token !== undefined) app.lastSeen.note(token, request.now)
      if (role) app.admission.know(token!)
      if (isWrite) refuseCrossSite(request, app.publicUrl)
      // Browsers never send an API token by themselves, so CSRF does not apply.
      if (isWrite && audience === 'admin' && api_token_id === undefined)
        refuseForged(request, request.caller.token!)
      refuseRole(request.caller, endpoint)
      // An owner has confirmed what the token may do.
      if (endpoint.confirmed && api_token_id === undefined)
        await refuseUnconfirmed(app.db, request.caller.token!, request.now)
    },
    handler: async (request, reply) => {
      const parsed = parseInput(endpoint, request)
      // A conflict would reveal the stored values.
      if (request.caller.writesOnly && hasExpected(parsed.body)) throw new AppError('scope_required')
      const given_key = isWrite ? requestKeyOf(request) : undefined
      const key = endpoint.secret ? undefined : given_key
      const input = { ...parsed, request, reply, now: request.now, key }
      const answer = async (db: Db) => {
        const context = { db, postMail: app.postMail, publicUrl: app.publicUrl }
        return handler({ ...input, ...request.caller, context } as unknown as Parameters<Handler<E>>[0])
      }
      if (!isWrite) {
        const given = await answer(app.db)
        if (given instanceof TaggedFile) return sendTagged(request, reply, given)
        if (given instanceof File || given instanceof StreamedFile) {
          if (isNoted(endpoint)) await noteDownload(app, endpoint, request, given)
          return sendFile(reply, given)
        }
        if (!(given instanceof StreamedAnswer)) return sendPolled(request, reply, asAnswer(given))
        const begun = await beginAnswer(given, reply.raw)
        if (typeof begun === 'string') return sendPolled(request, reply, new SerializedAnswer(begun))
        return sendPacked(endpoint, request, reply, begun)
      }
      reply.type('application/json; charset=utf-8').status(endpoint.status ?? 200)
      let given: unknown
      const write = async (db: Db) => {
        given = await answer(db)
        if (!request.caller.writesOnly) return asAnswer(given).text
        return JSON.stringify(withoutTexts(JSON.parse(asAnswer(given).text)))
      }
      const writeAndRecord = async (tx: Tx) => {
        const text = await write(tx)
        const { admin } = request.caller
        if (admin) await recordWrite(tx, endpoint, { ...input, admin }, given, request.now)
        return text
      }
      const repeat = async (db: Db, firstAnswer: string) =>
        checkRepeat?.(db, JSON.parse(firstAnswer) as ResponseOf<E>, request.now)
      const once = async (tx: Tx) => {
        if (audience === 'admin') await askAgain(tx, endpoint, request)
        return key ? writeOnce(tx, key, writeAndRecord, repeat, request.now) : writeAndRecord(tx)
      }
      const isWhole = !byItself && (key !== undefined || audience === 'admin')
      const text = isWhole
        ? await asTheyAre(app.db, endpoint, request, () => allOrNothing(app.db, once))
        : await write(app.db)
      // Read your own writes; other processes are notified by the database.
      if (audience !== 'public' && !isDryRun(input.body))
        forget(app, endpoint, byItself, request.caller, given)
      return reply.header('cache-control', 'no-store').send(text)
    },
  })
}

const hasExpected = (body: unknown) => (body as { expected?: unknown } | undefined)?.expected !== undefined

/** Refuses if the session or token may no longer write. */
async function askAgain(tx: Tx, endpoint: Endpoint, request: FastifyRequest) {
  const { admin, role, token, api_token_id } = request.caller
  const { beforeSetUp } = endpoint
  if (api_token_id !== undefined)
    request.caller = await identify(request, 'admin', findTokenToWrite(tx), request.now, endpoint)
  else await requireSession(tx, { token: token!, name: admin!.name, role: role!, beforeSetUp }, request.now)
}

/** Repeats the write with the caller's current session, or throws 401. */
async function asTheyAre(
  db: Db,
  endpoint: Endpoint,
  request: FastifyRequest,
  write: () => Promise<string>,
): Promise<string> {
  try {
    return await write()
  } catch (error) {
    if (!hasSessionChanged(error)) throw error
    const find: FindSession = findSession.bind(null, db)
    request.caller = await identify(request, endpoint.audience, find, request.now, endpoint)
    refuseRole(request.caller, endpoint)
    return asTheyAre(db, endpoint, request, write)
  }
}

/**
 * Invalidates caches. Members change only their own bookings; administrators' calls about one reservation
 * those of its member.
 */
function forget(
  app: FastifyInstance,
  endpoint: Endpoint,
  keepsSession: boolean,
  { member }: Caller,
  given: unknown,
) {
  const isOfReservation = keepsSession || endpoint.audit?.target === 'reservation'
  const member_id = member?.id ?? (isOfReservation ? memberIn(given) : undefined)
  app.snapshots.drop(member_id === undefined ? 'event' : 'bookings')
  if (member_id !== undefined) app.snapshots.drop(`member ${member_id}`)
  if (!isOfReservation) app.sessions.forget(member ? { member_id: member.id } : 'all')
}

/** Undefined for a repeated answer. */
function memberIn(given: unknown): number | undefined {
  const { reservation } = (given ?? {}) as { reservation?: { user?: { id: number | null } } }
  return reservation?.user?.id ?? undefined
}

const asAnswer = (given: unknown): SerializedAnswer<unknown> =>
  given instanceof SerializedAnswer ? given : SerializedAnswer.of(given)

/** Rolls back on every refusal without `keepsWrites`. */
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

/** Everything that administrators export, and members' copies of their data. */
const isNoted = ({ audience, path }: Endpoint) => audience === 'admin' || path === downloadMyData.path

async function noteDownload(
  { db }: FastifyInstance,
  endpoint: Endpoint,
  { caller, now }: FastifyRequest,
  file: File | StreamedFile,
) {
  try {
    const deed = { summary: '파일을 내려받았습니다.', details: { file: file.name } }
    await recordAlone(db, endpoint, caller, deed, now)
  } catch (error) {
    if (file instanceof StreamedFile) file.bytes.destroy()
    throw error
  }
}

/** RFC 5987 for the Korean name, and an ASCII name for old clients. */
async function sendFile(reply: FastifyReply, file: File | StreamedFile) {
  const plain = file.name.replaceAll(/[^\w.-]/g, '').replace(/^_/, '')
  const encoded = encodeURIComponent(file.name).replaceAll(
    /['()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  reply.type(file.type).headers({
    'content-disposition': `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`,
    'cache-control': 'no-store',
  })
  return reply.send(file instanceof File ? Buffer.from(await file.arrayBuffer()) : file.bytes)
}

function parseInput(endpoint: Endpoint, request: FastifyRequest) {
  const errors: FieldErrors = { fields: {}, field_codes: {} }
  const isWrong = () => Object.keys(errors.fields).length > 0
  const parse = (schema: z.ZodMiniType | undefined, value: unknown) => {
    const result = schema?.safeParse(value)
    if (result?.error) addFieldErrors(errors, result.error, value)
    return result?.data
  }
  const params = parse(paramsOf(endpoint), request.params)
  // An impossible id in the path is not an error of a form.
  if (isWrong()) throw new AppError('not_found')
  // Browsers' addresses may carry more than is meant for this call.
  if (request.caller.api_token_id !== undefined)
    for (const name of Object.keys(request.query as object))
      if (!parametersOf(endpoint).includes(name)) {
        errors.fields[name] = UNKNOWN_TEXT
        errors.field_codes[name] = 'unknown'
      }
  // A missing body is an empty form, unless the schema accepts undefined.
  const absent = endpoint.body?.safeParse(undefined).success ? undefined : {}
  const body = request.body === undefined ? absent : (request.body ?? {})
  const input = { params, query: parse(endpoint.query, request.query), body: parse(endpoint.body, body) }
  if (isWrong()) throw new AppError('invalid_input', errors)
  return input
}

const UNKNOWN_TEXT = '사용할 수 없는 항목입니다.'

const parametersOf = ({ query }: Endpoint) => Object.keys((query as z.ZodMiniObject | undefined)?.shape ?? {})

declare module 'fastify' {
  interface FastifyRequest {
    now: Instant
    caller: Caller
  }
}
