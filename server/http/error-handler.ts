import type { FastifyBaseLogger, FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import type { ErrorCode } from '../../contract/errors.ts'
import { passingFailure } from '../database/failures.ts'
import { brokenConstraint } from '../database/transaction.ts'
import { AppError } from './app-error.ts'
import type { Storage } from './health.ts'

const BY_FASTIFY_CODE: Record<string, ErrorCode> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  FST_ERR_CTP_BODY_TOO_LARGE: 'payload_too_large',
  FST_ERR_CTP_INVALID_JSON_BODY: 'invalid_json',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'invalid_json',
}

// The account was deleted during the request.
const OWNER_GONE = new Set(['reservations_member_fkey', 'sessions_member_fkey', 'sessions_admin_fkey'])

const FULL_TEXT = '지금은 저장할 수 없습니다. 잠시 후 다시 시도해주세요.'

/** `every` is the shortest time between two log lines. */
const PASSING = {
  away: { log: 'The database is unreachable', every: 10_000, retry: '1', text: undefined },
  busy: { log: 'The database timed out', every: 10_000, retry: '1', text: undefined },
  full: { log: "The database's disk is full", every: 60_000, retry: '5', text: FULL_TEXT },
}

function asAppError(error: FastifyError): AppError | undefined {
  if (error instanceof AppError) return error
  const known = BY_FASTIFY_CODE[error.code]
  if (known) return new AppError(known)
  // URLs that Fastify and its plugins refuse.
  if (error.code?.startsWith('FST_') && error.statusCode && error.statusCode < 500)
    return new AppError('not_found')
  if (OWNER_GONE.has(brokenConstraint(error) ?? '')) return new AppError('not_authenticated')
  return undefined
}

/** A conflict's own text says what is stored, and who has written it. */
const withoutNames = (error: AppError) => (error.status === 409 ? new AppError(error.code) : error)

/** The client disconnected while sending its body: nothing to log. */
const hasHungUp = ({ raw }: FastifyRequest, { code }: FastifyError) =>
  raw.destroyed && !raw.complete && code === 'ECONNRESET'

export function makeAnswerFailure(storage: Storage) {
  const loggedAt = new Map<string, number>()

  function logPassing(log: FastifyBaseLogger, why: keyof typeof PASSING, error: Error) {
    const line = PASSING[why]
    if (performance.now() - (loggedAt.get(why) ?? -Infinity) < line.every) return
    loggedAt.set(why, performance.now())
    log.error(`${line.log}: ${error.message}`)
  }

  function judge(error: FastifyError, request: FastifyRequest): AppError {
    const known = asAppError(error)
    if (known) return request.caller?.writesOnly ? withoutNames(known) : known
    if (hasHungUp(request, error)) return new AppError('invalid_input')
    const why = passingFailure(error)
    if (!why) {
      request.log.error({ err: error }, 'request failed')
      return new AppError('internal')
    }
    if (why === 'full') storage.isFull = true
    logPassing(request.log, why, error)
    const { retry, text } = PASSING[why]
    return new AppError('not_ready', { headers: { 'retry-after': retry }, ...(text && { text }) })
  }

  return (error: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
    const failure = judge(error, request)
    reply.status(failure.status).headers({ 'cache-control': 'no-store', ...failure.headers })
    // The id of its log line.
    if (failure.status >= 500) reply.header('x-request-id', request.id)
    // Fastify would close the connection with the body unread, and a proxy still sending would report a bad
    // gateway.
    if (failure.code === 'payload_too_large') reply.removeHeader('connection')
    return reply.send(failure.body())
  }
}
