// Sends requests as fast as they are answered, in a process of its own. It writes prepared bytes to raw sockets, one request
// at a time on each: an HTTP client would be slower than the servers that it measures.
import { connect, type Socket } from 'node:net'
import { summarize, type Sample } from './row.ts'

export type LoadOrder = {
  port: number
  connections: number
  seconds: number
  /** Whole requests, as they go over the wire. */
  requests: readonly Uint8Array[]
  /** The status of the answers that are counted and timed. */
  expected: number
  /** Begins again with the first request after the last; else it ends there. */
  repeat: boolean
}

/** `statuses` counts all answers by status; `cut` are requests whose connection ended before the answer. */
export type LoadFigures = Omit<Sample, 'refused'> & { statuses: Record<string, number> }

const READ_BYTES = 65_536
const HEAD_END = '\r\n\r\n'
const WITHOUT_BODY = new Set(['204', '304'])

process.on('message', (order: LoadOrder) => {
  void ask(order).then((figures) => process.send!(figures))
})
process.on('disconnect', () => process.exit(0))

async function ask(order: LoadOrder): Promise<LoadFigures> {
  const { port, connections, seconds, requests, repeat, expected } = order
  const times: number[] = []
  const statuses: Record<string, number> = {}
  let sent = 0
  const sockets = await Promise.all(Array.from({ length: connections }, () => open(port)))
  const began = performance.now()
  const cpu = process.cpuUsage()
  const next = () => {
    if (performance.now() - began > seconds * 1000 || (!repeat && sent >= requests.length)) return undefined
    return requests[sent++ % requests.length]
  }
  await Promise.all(
    sockets.map(async (first) => {
      let socket = first
      for (let request = next(); request; request = next()) {
        const asked = performance.now()
        const status = (await exchange(socket, request)) ?? 'cut'
        statuses[status] = (statuses[status] ?? 0) + 1
        if (status === String(expected)) times.push(performance.now() - asked)
        else if (status === 'cut') socket = await open(port)
      }
      socket.end()
    }),
  )
  const took = (performance.now() - began) / 1000
  const { user, system } = process.cpuUsage(cpu)
  return {
    ...summarize(times),
    perSecond: times.length / took,
    asking: (user + system) / 1e6 / took,
    statuses,
  }
}

type Asking = Socket & { answered?: ((status: string | undefined) => void) | undefined }

function exchange(socket: Asking, request: Uint8Array): Promise<string | undefined> {
  return new Promise((resolve) => {
    if (socket.destroyed) return resolve(undefined)
    socket.answered = resolve
    socket.write(request)
  })
}

function open(port: number): Promise<Asking> {
  return new Promise((resolve, reject) => {
    const read = makeReader((status) => {
      const { answered } = socket
      socket.answered = undefined
      if (!answered) throw new Error(`an answer ${status} without a request`)
      answered(status)
    })
    const onread = {
      buffer: Buffer.alloc(READ_BYTES),
      callback: (length: number, buffer: Uint8Array) => {
        read(buffer.subarray(0, length) as Buffer)
        return true
      },
    }
    const socket: Asking = connect({ port, host: '127.0.0.1', noDelay: true, onread })
    socket.once('connect', () => resolve(socket))
    socket.on('error', reject)
    socket.on('close', () => socket.answered?.(undefined))
  })
}

/** Finds the end of each answer by its length. The buffer that it gets is used again after it returns. */
function makeReader(done: (status: string) => void) {
  let part: Buffer | undefined
  let missing = 0
  let status = ''
  return (chunk: Buffer) => {
    if (missing === 0) {
      const all = part ? Buffer.concat([part, chunk]) : chunk
      const end = all.indexOf(HEAD_END)
      part = end < 0 ? Buffer.from(all) : undefined
      if (end < 0) return
      const head = all.toString('latin1', 0, end)
      status = head.slice(9, 12)
      missing = end + HEAD_END.length + (WITHOUT_BODY.has(status) ? 0 : lengthOf(head)) - all.length
    } else missing -= chunk.length
    if (missing < 0) throw new Error('more than one answer to one request')
    if (missing === 0) done(status)
  }
}

function lengthOf(head: string): number {
  const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1]
  if (length === undefined) throw new Error(`an answer without its length:\n${head}`)
  return Number(length)
}
