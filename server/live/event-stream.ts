import type { ServerResponse } from 'node:http'
import type { Instant } from '../../domain/madrid-time.ts'

// Disconnected or stuck; browsers reconnect by themselves.
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
      // Closing does not wait for this connection.
      connection: 'close',
      // Stops nginx from buffering events.
      'x-accel-buffering': 'no',
      'x-service-time': new Date(now).toISOString(),
    })
    // Jitter for reconnects after a restart. The id marks a reconnect.
    response.write(`retry: ${2_000 + Math.floor(Math.random() * 4_000)}\nid: 1\n\n`)
  }

  send(data: string): void {
    if (this.#response.writableEnded) return
    if (this.#response.writableLength > MAX_UNREAD) this.#response.destroy()
    else this.#response.write(`data: ${data}\n\n`)
  }

  /** Keeps proxies from closing the stream. Closes it if nothing was read since the last ping. */
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

const GAP_MS = 250
const RETRY_MS = 1_000

/**
 * Runs at the first change, and once for those within `GAP_MS` after it. `act` never overlaps itself and is
 * retried after a failure.
 */
export function coalesce(act: () => Promise<void>) {
  let isDue = false
  let isBusy = false
  const closing = new AbortController()

  async function run() {
    if (isBusy) return
    isBusy = true
    while (isDue && !closing.signal.aborted) {
      isDue = false
      const failed = await act().then(
        () => false,
        () => true,
      )
      isDue ||= failed
      await new Promise((resolve) => setTimeout(resolve, failed ? RETRY_MS : GAP_MS).unref())
    }
    isBusy = false
  }

  const changed = () => {
    isDue = true
    void run()
  }
  return { changed, close: () => closing.abort() }
}
