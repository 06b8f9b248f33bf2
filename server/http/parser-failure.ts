import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { ErrorCode } from '../../contract/errors.ts'
import { AppError } from './app-error.ts'

// A client that goes on sending, or reads nothing, keeps its socket this much longer.
const LINGER_MS = 2_000
const STATUS_LINES = { 400: '400 Bad Request', 408: '408 Request Timeout' } as const

type HttpSocket = Socket & { _httpMessage?: ServerResponse | null }

/**
 * A request that Node's HTTP parser refuses, for a head that is too long or a request that does not arrive whole in
 * time, has no reply object: only a socket.
 */
export function answerParserFailure(error: Error & { code?: string }, socket: HttpSocket) {
  // In the middle of an answer, as a stream is, nothing else can be said.
  // oxlint-disable-next-line no-underscore-dangle -- Node names the answer that is under way nowhere else.
  if (!socket.writable || socket._httpMessage?.headersSent) return socket.destroy()
  const isLate = error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
  socket.end(rawAnswer(isLate ? 'request_timeout' : 'invalid_input', STATUS_LINES[isLate ? 408 : 400]))
  return socket.setTimeout(LINGER_MS, () => socket.destroy())
}

function rawAnswer(code: ErrorCode, statusLine: string): string {
  const body = JSON.stringify(new AppError(code).body())
  const head = [
    `HTTP/1.1 ${statusLine}`,
    'content-type: application/json; charset=utf-8',
    'cache-control: no-store',
    'connection: close',
    `content-length: ${Buffer.byteLength(body)}`,
  ]
  return `${head.join('\r\n')}\r\n\r\n${body}`
}
