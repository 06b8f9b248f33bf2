// As little as a client can do, so that it is the server that is measured: one request after the other on a connection that
// is kept, of whose answer only the head is read.
import { connect, type Socket } from 'node:net'

export type Place = { host: string; port: number }
export type Answer = {
  status: number
  etag: string | undefined
  retryAfter: number
  bytes: number
  body: Buffer
}

/** No answer came. */
export class NoAnswer extends Error {
  /** Whether a connection that was kept too long had been closed by the other side. */
  readonly isStale: boolean
  constructor(isStale: boolean) {
    super('no answer')
    this.isStale = isStale
  }
}

const NOTHING = Buffer.alloc(0)
const END = Buffer.from('\r\n\r\n')
const LAST_CHUNK = Buffer.from('0\r\n\r\n')
const headerOf = (head: string, name: RegExp) => name.exec(head)?.[1]

class Connection {
  readonly #socket: Socket
  #waiting: PromiseWithResolvers<Answer> | undefined
  #held: Buffer = NOTHING
  #answer: Answer | undefined
  #left = 0
  #uses = 0

  constructor({ host, port }: Place, gone: () => void) {
    this.#socket = connect({ host, port, noDelay: true })
    this.#socket.on('data', (chunk: Buffer) => this.#take(chunk))
    this.#socket.on('error', () => {})
    this.#socket.on('close', () => {
      gone()
      this.#waiting?.reject(new NoAnswer(this.#uses > 1 && this.#answer === undefined))
      this.#waiting = undefined
    })
  }

  ask(text: string): Promise<Answer> {
    this.#uses += 1
    this.#waiting = Promise.withResolvers()
    this.#socket.write(text)
    return this.#waiting.promise
  }

  destroy() {
    this.#socket.destroy()
  }

  #take(chunk: Buffer) {
    if (this.#answer !== undefined) this.#readBody(chunk)
    else if (!this.#readHead(chunk)) return
    const answer = this.#answer!
    const isWhole = this.#left >= 0 ? this.#left === 0 : answer.body.subarray(-5).equals(LAST_CHUNK)
    if (!isWhole) return
    this.#answer = undefined
    const waiting = this.#waiting
    this.#waiting = undefined
    waiting?.resolve(answer)
  }

  #readHead(chunk: Buffer): boolean {
    const held = this.#held === NOTHING ? chunk : Buffer.concat([this.#held, chunk])
    const end = held.indexOf(END)
    if (end < 0) {
      this.#held = held
      return false
    }
    const head = held.toString('latin1', 0, end)
    const status = Number(head.slice(9, 12))
    const length = headerOf(head, /\r\ncontent-length: (\d+)/i)
    const isChunked = /\r\ntransfer-encoding: chunked/i.test(head)
    this.#answer = {
      status,
      etag: headerOf(head, /\r\netag: ([^\r]+)/i),
      retryAfter: Number(headerOf(head, /\r\nretry-after: (\d+)/i) ?? 0),
      bytes: end + END.length,
      body: NOTHING,
    }
    this.#left = status === 304 ? 0 : isChunked ? -1 : Number(length ?? 0)
    this.#held = NOTHING
    this.#readBody(held.subarray(end + END.length))
    return true
  }

  #readBody(part: Buffer) {
    const answer = this.#answer!
    answer.bytes += part.length
    if (this.#left > 0) this.#left -= part.length
    if (this.#left >= 0 && answer.status < 300 && answer.bytes > 4_096) return
    answer.body = answer.body.length > 0 ? Buffer.concat([answer.body, part]) : part
  }
}

/** As many as this of the six that a browser opens to one server suffice for a phone's few reads. */
const MAX_CONNECTIONS = 3

/** The connections of one browser, beside its stream. */
export class Browser {
  readonly #place: Place
  readonly #idle: Connection[] = []
  readonly #all = new Set<Connection>()
  readonly #line: ((connection: Connection) => void)[] = []

  constructor(place: Place) {
    this.#place = place
  }

  /** Sends a request and answers the whole answer; bodies of more than 4 kB are only counted. */
  async ask(text: string, { loses = false, timeoutMs = 20_000 } = {}): Promise<Answer> {
    const connection = await this.#take()
    const asking = connection.ask(text)
    const timer = setTimeout(() => connection.destroy(), timeoutMs)
    // The network went away after the request had left.
    if (loses) setImmediate(() => setImmediate(() => connection.destroy()))
    try {
      const answer = await asking
      this.#free(connection)
      return answer
    } catch (failure) {
      // A browser does the same for a connection that was kept and that the server had closed.
      if (!loses && failure instanceof NoAnswer && failure.isStale) return await this.ask(text, { timeoutMs })
      throw failure
    } finally {
      clearTimeout(timer)
    }
  }

  close() {
    for (const connection of this.#all) connection.destroy()
  }

  async #take(): Promise<Connection> {
    const idle = this.#idle.pop()
    if (idle) return idle
    if (this.#all.size < MAX_CONNECTIONS) return this.#open()
    return new Promise((resolve) => this.#line.push(resolve))
  }

  #open(): Connection {
    const connection: Connection = new Connection(this.#place, () => {
      this.#all.delete(connection)
      const at = this.#idle.indexOf(connection)
      if (at >= 0) this.#idle.splice(at, 1)
      const next = this.#line.shift()
      if (next) next(this.#open())
    })
    this.#all.add(connection)
    return connection
  }

  #free(connection: Connection) {
    const next = this.#line.shift()
    if (next) next(connection)
    else this.#idle.push(connection)
  }
}

type Listener = {
  opened: () => void
  heard: (topic: string) => void
  /** It ended, or was refused with this status; `retryMs` is how long the server asks to wait. */
  ended: (status: number, retryMs: number) => void
}

/** A stream of server-sent events; answers how to hang up. */
export function listen({ host, port }: Place, text: string, listener: Listener): () => void {
  const socket = connect({ host, port })
  let held = ''
  let status = 0
  let retryMs = 3_000
  let isOver = false
  socket.setEncoding('latin1')
  socket.write(text)
  socket.on('data', (chunk: string) => {
    held += chunk
    if (status === 0) {
      status = Number(held.slice(9, 12))
      if (status === 200) listener.opened()
      else socket.destroy()
    }
    const end = held.lastIndexOf('\n\n')
    if (end < 0) return
    const whole = held.slice(0, end)
    held = held.slice(end)
    const retry = /retry: (\d+)/.exec(whole)
    if (retry) retryMs = Number(retry[1])
    for (const [, topic] of whole.matchAll(/data: (\S+)/g)) listener.heard(topic!)
  })
  socket.on('error', () => {})
  socket.on('close', () => {
    if (!isOver) listener.ended(status, retryMs)
  })
  return () => {
    isOver = true
    socket.destroy()
  }
}

type Request = {
  path: string
  cookie?: string | undefined
  etag?: string | undefined
  key?: string
  csrf?: string | undefined
  body?: string | undefined
  isStream?: boolean
}

/** The text of a request, with the headers that a browser sends. */
export function requestText({ path, cookie, etag, key, csrf, body, isStream = false }: Request): string {
  const lines = [
    `${body === undefined ? 'GET' : 'POST'} ${path} HTTP/1.1`,
    'Host: 127.0.0.1',
    'Connection: keep-alive',
    'User-Agent: Mozilla/5.0 (Linux; Android 14; SM-S928N) AppleWebKit/537.36 Chrome/130.0 Mobile Safari/537.36',
    `Accept: ${isStream ? 'text/event-stream' : 'application/json'}`,
    'Accept-Encoding: gzip, deflate, br',
    'Accept-Language: ko-KR,ko;q=0.9',
    'Sec-Fetch-Site: same-origin',
    'Sec-Fetch-Mode: cors',
    'Sec-Fetch-Dest: empty',
  ]
  if (cookie) lines.push(`Cookie: ${cookie}`)
  if (etag) lines.push(`If-None-Match: ${etag}`)
  if (key) lines.push(`Idempotency-Key: ${key}`)
  if (csrf) lines.push(`X-CSRFToken: ${csrf}`)
  if (body !== undefined)
    lines.push('Content-Type: application/json', `Content-Length: ${Buffer.byteLength(body)}`)
  return `${lines.join('\r\n')}\r\n\r\n${body ?? ''}`
}
