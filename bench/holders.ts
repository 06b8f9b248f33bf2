// One client that holds half-open requests and streams and reads little of them: `overload.ts` starts it.
import { connect, type Socket } from 'node:net'
import type { HoldFigures, HoldOrder } from './overload-orders.ts'

const AT_ONCE = 200
const { origin, localAddress, halfOpen, streams } = JSON.parse(process.argv[2]!) as HoldOrder
const { hostname, port } = new URL(origin)
const HALVES = [
  'GET /healthz HTTP/1.1\r\nhost: a\r\nx: ',
  'POST /api/user/login/ HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 90\r\n\r\n{"phone":',
  '',
]
const STREAM = 'GET /api/public/changes/?watch=rooms HTTP/1.1\r\nhost: a\r\n\r\n'
const holding: HoldFigures = { halfOpen: 0, streams: 0 }

function hold(sent: string, kind: keyof HoldFigures): Promise<void> {
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

for (let begun = 0; begun < halfOpen + streams; begun += AT_ONCE) {
  const some = Array.from({ length: Math.min(AT_ONCE, halfOpen + streams - begun) }, (_, i) => begun + i)
  await Promise.all(
    some.map((n) => (n < streams ? hold(STREAM, 'streams') : hold(HALVES[n % HALVES.length]!, 'halfOpen'))),
  )
}
process.send!(holding)
process.on('message', () => process.send!(holding))
process.on('disconnect', () => process.exit(0))
