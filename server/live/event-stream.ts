import type { ServerResponse } from 'node:http'
import type { Instant } from '../../domain/madrid-time.ts'

// A browser with this much unread is disconnected or stuck; it reconnects by itself.
const MAX_UNREAD = 16_384

export class EventStream {
  readonly #response: ServerResponse
  #wasBehind = false

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
      // A closing server does not wait for this connection.
      connection: 'close',
      // Stops nginx from buffering events.
      'x-accel-buffering': 'no',
      'x-service-time': new Date(now).toISOString(),
    })
    // Random, so that browsers do not all reconnect at once after a restart. The id identifies a reconnect.
    response.write(`retry: ${2_000 + Math.floor(Math.random() * 4_000)}\nid: 1\n\n`)
  }

  /** Disconnects a browser that has stopped reading. */
  send(data: string): void {
    if (this.#response.writableLength > MAX_UNREAD) this.#response.destroy()
    else this.#response.write(`data: ${data}\n\n`)
  }

  /** Keeps proxies from closing the stream; closes it if nothing was read since the last ping. */
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
