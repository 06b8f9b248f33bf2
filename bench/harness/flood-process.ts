// More requests than any service can serve, from a process of its own: `rows/overload.ts` starts it.
import { connect, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import type { FloodFigures, FloodOrder } from './overload-orders.ts'

const TICK_MS = 5
const HEAD_END = '\r\n\r\n'

const order = JSON.parse(process.argv[2]!) as FloodOrder
const expected = Buffer.from(order.expected, 'base64')
const request = `GET ${order.path} HTTP/1.1\r\nhost: a\r\naccept-encoding: br\r\ncookie: ${order.cookie}\r\n\r\n`
const { hostname, port } = new URL(order.origin)
const figures: FloodFigures = {
  sent: 0,
  served: 0,
  shed: 0,
  wrong: 0,
  firstWrong: '',
  cut: 0,
  servedMs: [],
  shedMs: [],
}
const free: Socket[] = []
let open = 0

/** Reads answers of one connection, one request at a time. */
function addConnection() {
  open += 1
  const socket = connect(Number(port), hostname)
  let read: Buffer = Buffer.alloc(0)
  socket.on('connect', () => free.push(socket))
  socket.on('data', (chunk: Buffer) => {
    read = read.length === 0 ? chunk : Buffer.concat([read, chunk])
    const end = read.indexOf(HEAD_END)
    if (end < 0) return
    const head = read.toString('latin1', 0, end)
    const length = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0)
    if (read.length < end + HEAD_END.length + length) return
    const asked = sentAt.get(socket)
    if (asked === undefined) {
      // A connection that asked nothing for 15 seconds hears 408; that answers no request of the flood.
      socket.destroy()
      return
    }
    judge(head, read.subarray(end + HEAD_END.length), performance.now() - asked)
    sentAt.delete(socket)
    read = Buffer.alloc(0)
    free.push(socket)
  })
  socket.on('error', () => {})
  socket.on('close', () => {
    open -= 1
    if (sentAt.delete(socket)) figures.cut += 1
  })
}

const sentAt = new Map<Socket, number>()

function judge(head: string, body: Buffer, ms: number) {
  if (head.startsWith('HTTP/1.1 200') && body.equals(expected)) {
    figures.served += 1
    figures.servedMs.push(ms)
  } else if (
    /^HTTP\/1\.1 503.*\r\nretry-after: \d/s.test(head) &&
    /"code":"(overloaded|not_ready)"/.test(String(body))
  ) {
    figures.shed += 1
    figures.shedMs.push(ms)
  } else {
    figures.wrong += 1
    figures.firstWrong ||= `${head}\n\n${String(body).slice(0, 500)}`
  }
}

/** Takes its connections one after the other, as a server does, before it asks anything of it. */
async function connectAll(): Promise<number> {
  const began = performance.now()
  while (open < order.connections || free.length < open) {
    for (let n = Math.min(100, order.connections - open); n > 0; n -= 1) addConnection()
    await wait(TICK_MS)
  }
  return performance.now() - began
}

let began = 0
let timer: NodeJS.Timeout | undefined

function tick() {
  const passed = (performance.now() - began) / 1000
  if (passed > order.seconds) {
    finish()
    return
  }
  const due = order.perSecond * passed
  for (let n = Math.min(due - figures.sent, order.connections); n >= 1; n -= 1) {
    const socket = free.shift()
    if (!socket) {
      const missing = Math.min(100, order.connections - open)
      for (let i = 0; i < missing; i += 1) addConnection()
      return
    }
    if (socket.destroyed) continue
    sentAt.set(socket, performance.now())
    figures.sent += 1
    socket.write(request)
  }
}

process.once('message', () => {
  began = performance.now()
  timer = setInterval(tick, TICK_MS)
})
process.send!({ connectMs: await connectAll() })

function finish() {
  clearInterval(timer)
  process.send!(figures)
}

process.on('disconnect', () => process.exit(0))
