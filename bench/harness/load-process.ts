// Asks a server as fast as it answers, in a process of its own. It writes prepared bytes to raw sockets, one request at a
// time on each: a client that does more would be slower than the servers that it measures.
import { connect, type Socket } from 'node:net'
import type { LoadFigures, LoadOrder } from './load-orders.ts'

const READ_BYTES = 65_536
const HEAD_END = '\r\n\r\n'
const WITHOUT_BODY = new Set(['204', '304'])

process.on('message', (order: LoadOrder) => {
  void ask(order).then((figures) => process.send!(figures))
})
process.on('disconnect', () => process.exit(0))

async function ask({
  port,
  connections,
  seconds,
  requests,
  repeat,
  expected,
}: LoadOrder): Promise<LoadFigures> {
  const times: number[] = []
  const statuses: Record<string, number> = {}
  let bytes = 0
  let sent = 0
  const count = (status: string) => (statuses[status] = (statuses[status] ?? 0) + 1)
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
        const answer = await exchange(socket, request)
        count(answer?.status ?? 'cut')
        if (answer?.status === String(expected)) {
          times.push(performance.now() - asked)
          bytes = answer.bytes
        } else if (!answer) socket = await open(port)
      }
      socket.end()
    }),
  )
  const took = (performance.now() - began) / 1000
  const { user, system } = process.cpuUsage(cpu)
  times.sort((a, b) => a - b)
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0
  const asking = (user + system) / 1e6 / took
  return { count: times.length, seconds: took, median: at(0.5), p99: at(0.99), statuses, bytes, asking }
}

type Answer = { status: string; bytes: number }
type Asking = Socket & { answered?: ((answer: Answer | undefined) => void) | undefined }

function exchange(socket: Asking, request: Uint8Array): Promise<Answer | undefined> {
  return new Promise((resolve) => {
    if (socket.destroyed) return resolve(undefined)
    socket.answered = resolve
    socket.write(request)
  })
}

function open(port: number): Promise<Asking> {
  return new Promise((resolve, reject) => {
    const read = makeReader((answer) => {
      const { answered } = socket
      socket.answered = undefined
      if (!answered) throw new Error(`an answer ${answer.status} to nothing`)
      answered(answer)
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

/** Finds the end of each answer by its length. The buffer that it is given is used again after it returns. */
function makeReader(done: (answer: Answer) => void) {
  let part: Buffer | undefined
  let missing = 0
  let answer: Answer = { status: '', bytes: 0 }
  return (chunk: Buffer) => {
    if (missing === 0) {
      const all = part ? Buffer.concat([part, chunk]) : chunk
      const end = all.indexOf(HEAD_END)
      part = end < 0 ? Buffer.from(all) : undefined
      if (end < 0) return
      const head = all.toString('latin1', 0, end)
      const status = head.slice(9, 12)
      const bytes = end + HEAD_END.length + (WITHOUT_BODY.has(status) ? 0 : lengthOf(head))
      answer = { status, bytes }
      missing = bytes - all.length
    } else missing -= chunk.length
    if (missing < 0) throw new Error('more than one answer to one request')
    if (missing === 0) done(answer)
  }
}

function lengthOf(head: string): number {
  const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1]
  if (length === undefined) throw new Error(`an answer that does not say how long it is:\n${head}`)
  return Number(length)
}
