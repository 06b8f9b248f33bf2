import { STATUS_CODES, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { AppError } from './app-error.ts'

// For clients that keep sending or read nothing.
const LINGER_MS = 2_000

type HttpSocket = Socket & { _httpMessage?: ServerResponse | null }

/** Answers on the bare socket: for long headers and timeouts Node has no response object. */
export function answerParserFailure(error: Error & { code?: string }, socket: HttpSocket) {
  // In the middle of an answer nothing else can be sent.
  // oxlint-disable-next-line no-underscore-dangle -- Node exposes the current response nowhere else.
  if (!socket.writable || socket._httpMessage?.headersSent) return socket.destroy()
  const code = error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 'request_timeout' : 'invalid_input'
  socket.end(rawAnswer(new AppError(code)))
  return socket.setTimeout(LINGER_MS, () => socket.destroy())
}

function rawAnswer(failure: AppError): string {
  const body = JSON.stringify(failure.body())
  const head = [
    `HTTP/1.1 ${failure.status} ${STATUS_CODES[failure.status]}`,
    'content-type: application/json; charset=utf-8',
    'cache-control: no-store',
    'connection: close',
    `content-length: ${Buffer.byteLength(body)}`,
  ]
  return `${head.join('\r\n')}\r\n\r\n${body}`
}
