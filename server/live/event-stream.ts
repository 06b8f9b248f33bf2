import type { ServerResponse } from 'node:http'
import type { Instant } from '../../domain/madrid-time.ts'
import { freeParser } from '../http/free-parser.ts'

// A browser that reads nothing for this much is gone or stuck; it comes back by itself.
const MAX_UNREAD = 16_384

/** One browser's stream of server-sent events. */
export class EventStream {
  readonly #response: ServerResponse
  /** Whether something was unread at the last ping. */
  #wasBehind = false

  /** Begins the stream; `now` is the time that it tells the browser. */
  constructor(response: ServerResponse, now: Instant, headers: Readonly<Record<string, string>> = {}) {
    this.#response = response
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
    // Sent by itself: together with the first event it would be kept in its dozens of pieces for as long as the stream goes on.
    response.flushHeaders()
    // At random, so that after a restart they do not all come back in the same second. By the id one knows who comes back.
    response.write(`retry: ${2_000 + Math.floor(Math.random() * 4_000)}\nid: 1\n\n`)
    if (response.socket) freeParser(response.socket)
  }

  /** Sends one event, or cuts a browser off that has stopped reading. */
  send(data: string): void {
    if (this.#response.writableLength > MAX_UNREAD) this.#response.destroy()
    else this.#response.write(`data: ${data}\n\n`)
  }

  /**
   * Proxies end a silent stream, and a peer that is gone is noticed by writing. A browser that has left something unread
   * from one ping to the next is cut off. One that is gone already hears nothing.
   */
  ping(): void {
    if (this.#response.destroyed || this.#response.writableEnded) return
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
