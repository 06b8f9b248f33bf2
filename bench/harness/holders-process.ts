// One client that holds half-open requests and streams and reads little of them: `rows/overload.ts` starts it.
import { connect, type Socket } from 'node:net'
import type { HoldFigures, HoldOrder } from './overload-orders.ts'

const AT_ONCE = 200
const HALVES = [
  'GET /healthz HTTP/1.1\r\nhost: a\r\nx: ',
  'POST /api/user/login/ HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 90\r\n\r\n{"phone":',
  '',
]
const STREAM = 'GET /api/public/changes/?watch=rooms HTTP/1.1\r\nhost: a\r\n\r\n'
const holding: HoldFigures = { halfOpen: 0, streams: 0 }

function hold({ origin, localAddress }: HoldOrder, sent: string, kind: keyof HoldFigures): Promise<void> {
  const { hostname, port } = new URL(origin)
  return new Promise((resolve) => {
    const socket: Socket = connect({ port: Number(port), host: hostname, localAddress })
    let isHeld = kind === 'halfOpen'
    const end = () => {
      if (isHeld) holding[kind] -= 1
      isHeld = false
      resolve()
    }
    socket.on('connect', () => {
      socket.write(sent)
      if (!isHeld) return
      holding[kind] += 1
      resolve()
    })
    socket.on('data', (chunk) => {
      if (kind !== 'streams' || isHeld) return
      resolve()
      if (String(chunk).startsWith('HTTP/1.1 200')) {
        isHeld = true
        holding.streams += 1
      } else socket.destroy()
    })
    socket.on('error', () => {})
    socket.on('close', () => end())
  })
}

process.on('message', (order: HoldOrder) => void holdAll(order))
process.on('disconnect', () => process.exit(0))

async function holdAll(order: HoldOrder) {
  const { halfOpen, streams } = order
  for (let begun = 0; begun < halfOpen + streams; begun += AT_ONCE) {
    const some = Array.from({ length: Math.min(AT_ONCE, halfOpen + streams - begun) }, (_, i) => begun + i)
    await Promise.all(
      some.map((n) =>
        n < streams ? hold(order, STREAM, 'streams') : hold(order, HALVES[n % HALVES.length]!, 'halfOpen'),
      ),
    )
  }
  process.send!(holding)
}
