import type { FastifyBaseLogger, FastifyError, FastifyReply } from 'fastify'
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

function asAppError(error: FastifyError): AppError | undefined {
  if (error instanceof AppError) return error
  const known = BY_FASTIFY_CODE[error.code]
  if (known) return known()
  if (
    DATABASE_AWAY.test(error.code ?? '') ||
    /connection t(imeout|erminated)|timeout exceeded when/i.test(error.message)
  )
    return new AppError('not_ready', { headers: { 'retry-after': '1' } })
  return undefined
}

/** Answers every failure in the one error shape. What nobody expected is logged whole and told only as `internal`. */
export function answerFailure(error: FastifyError, request: { log: FastifyBaseLogger }, reply: FastifyReply) {
  const known = asAppError(error)
  if (!known || known.status >= 500) request.log.error({ err: error }, 'request failed')
  const failure = known ?? new AppError('internal')
  reply.status(failure.status).headers({ 'cache-control': 'no-store', ...failure.headers })
  return reply.send(failure.body())
}
