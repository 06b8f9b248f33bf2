import { pino, type Logger } from 'pino'
import pretty from 'pino-pretty'
import { AppError } from './http/app-error.ts'
import { passingFailure } from './database/failures.ts'

/** Tests collect the lines. */
type Destination = { write(line: string): void }

/** JSON, or readable lines on a terminal. */
export function makeLog(level: string, destination?: Destination): Logger {
  const options = { level, serializers: { err: readableError } }
  if (destination) return pino(options, destination)
  return process.stdout.isTTY ? pino(options, pretty({ ignore: 'pid,hostname' })) : pino(options)
}

/** A stack helps only with a defect, not with a refusal or an unreachable database. */
function readableError(error: unknown) {
  if (!(error instanceof Error)) return error
  if (!(error instanceof AppError) && !passingFailure(error)) {
    // PostgreSQL quotes rows, which hold personal data.
    const { detail: _detail, where: _where, ...told } = pino.stdSerializers.err(error)
    return told
  }
  return { type: error.name, message: error.message, ...('code' in error && { code: error.code }) }
}
