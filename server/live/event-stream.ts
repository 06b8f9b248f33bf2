import type { ServerResponse } from 'node:http'
import type { Instant } from '../../domain/madrid-time.ts'

// A browser that leaves this much unread is gone or stuck; it comes back by itself.
const MAX_UNREAD = 16_384

/** One browser's stream of server-sent events. */
export class EventStream {
  readonly #response: ServerResponse
  /** Whether something was unread at the last ping. */
  #wasBehind = false

  /** Begins the stream: sends the time `now`, and a comment every `pingMs` milliseconds. */
  constructor(
    response: ServerResponse,
    now: Instant,
    pingMs: number,
    headers: Readonly<Record<string, string>> = {},
  ) {
    this.#response = response
    const pinging = setInterval(() => this.#ping(), pingMs).unref()
    this.onClose(() => clearInterval(pinging))
    response.writeHead(200, {
      ...headers,
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      // Nothing is asked after a stream, and a closing server does not wait for it.
      connection: 'close',
      // nginx would keep events until a buffer is full.
      'x-accel-buffering': 'no',
      'x-service-time': new Date(now).toISOString(),
    })
    // At random, so that after a restart they do not all come back in the same second. The id tells who comes back.
    response.write(`retry: ${2_000 + Math.floor(Math.random() * 4_000)}\nid: 1\n\n`)
  }

  /** Sends one event, or cuts a browser off that has stopped reading. */
  send(data: string): void {
    if (this.#response.writableLength > MAX_UNREAD) this.#response.destroy()
    else this.#response.write(`data: ${data}\n\n`)
  }

  /** Keeps proxies from ending the stream, and ends it for a browser that has read nothing since the last ping. */
  #ping(): void {
    if (this.#response.writableEnded) return
    const isBehind = this.#response.writableLength > 0
    if (isBehind && this.#wasBehind) this.#response.destroy()
    else this.#response.write(':\n\n')
    this.#wasBehind = isBehind
  }

  close(): void {
    this.#response.end()
  }

  onClose(listener: () => void): void {
    this.#response.on('close', listener)
  }
}
