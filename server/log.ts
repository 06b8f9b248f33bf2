import { pino, type Logger } from 'pino'
import pretty from 'pino-pretty'
import { AppError } from './http/app-error.ts'
import { passingFailure } from './database/failures.ts'

/** Where lines go; a test collects them. */
type Destination = { write(line: string): void }

/** The service's log: one line of JSON for each fact, and something for eyes on a terminal. */
export function makeLog(level: string, destination?: Destination): Logger {
  const options = { level, serializers: { err: readableError } }
  if (destination) return pino(options, destination)
  return process.stdout.isTTY ? pino(options, pretty({ ignore: 'pid,hostname' })) : pino(options)
}

/** A stack says where the program is wrong. A refusal or a database that is away is nothing that it does wrong. */
function readableError(error: unknown) {
  if (!(error instanceof Error)) return error
  if (!(error instanceof AppError) && !passingFailure(error)) {
    // PostgreSQL quotes the row there, and with it a person.
    const { detail: _detail, where: _where, ...told } = pino.stdSerializers.err(error)
    return told
  }
  return { type: error.name, message: error.message, ...('code' in error && { code: error.code }) }
}
