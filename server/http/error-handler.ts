import type { Socket } from 'node:net'
import type { FastifyBaseLogger, FastifyError, FastifyReply } from 'fastify'
import { brokenConstraint } from '../database/transaction.ts'
import { AppError } from './app-error.ts'

const BY_FASTIFY_CODE: Record<string, () => AppError> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: () => new AppError('unsupported_media_type'),
  FST_ERR_CTP_BODY_TOO_LARGE: () => new AppError('payload_too_large'),
  FST_ERR_CTP_INVALID_JSON_BODY: () => new AppError('invalid_json'),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: () => new AppError('invalid_json'),
  FST_ERR_BAD_URL: () => new AppError('not_found'),
  FST_ERR_MAX_PARAM_LENGTH: () => new AppError('not_found'),
}

// The database is away, starting, stopping or out of connections: worth another try, and no fault of the request.
const DATABASE_AWAY = /^(ECONNREFUSED|ECONNRESET|ENOENT|EPIPE|57P0[123]|53300|08\d{3})$/

// The account was deleted after the request had been let in.
const OWNER_GONE = new Set(['reservations_member_fkey', 'sessions_member_fkey', 'sessions_admin_fkey'])

function asAppError(error: FastifyError): AppError | undefined {
  if (error instanceof AppError) return error
  const known = BY_FASTIFY_CODE[error.code]
  if (known) return known()
  // Whatever else Fastify and its plugins refuse of an address.
  if (error.code?.startsWith('FST_') && error.statusCode && error.statusCode < 500)
    return new AppError('not_found')
  if (OWNER_GONE.has(brokenConstraint(error) ?? '')) return new AppError('not_authenticated')
  if (
    DATABASE_AWAY.test(error.code ?? '') ||
    /connection (timeout|terminated|error)|timeout exceeded when/i.test(error.message)
  )
    return new AppError('not_ready', { headers: { 'retry-after': '1' } })
  return undefined
}

const AWAY_LOGGED_EVERY = 10_000
let awayLogged = -Infinity

/** Thousands of phones ask on while the database is away; the log need not say so for each of them. */
function logAway(log: FastifyBaseLogger, error: Error) {
  if (performance.now() - awayLogged < AWAY_LOGGED_EVERY) return
  awayLogged = performance.now()
  log.error(`The database is away: ${error.message}`)
}

/** A request that Node's HTTP parser refuses, for headers that are too long, has no reply object: only a socket. */
export function answerParserFailure(_error: Error, socket: Socket) {
  if (!socket.writable) return
  const body = JSON.stringify(new AppError('invalid_input').body())
  const head = [
    'HTTP/1.1 400 Bad Request',
    'content-type: application/json; charset=utf-8',
    'connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`)
}

/** Answers every failure in the one error shape. An unexpected one is logged whole and answered only as `internal`. */
export function answerFailure(error: FastifyError, request: { log: FastifyBaseLogger }, reply: FastifyReply) {
  const known = asAppError(error)
  if (!known) request.log.error({ err: error }, 'request failed')
  else if (known.code === 'not_ready') logAway(request.log, error)
  const failure = known ?? new AppError('internal')
  reply.status(failure.status).headers({ 'cache-control': 'no-store', ...failure.headers })
  return reply.send(failure.body())
}
