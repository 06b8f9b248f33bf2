// Many phones in a process of their own, so that their memory is not counted as the server's: `rows/streams.ts` starts it.
import { connect } from 'node:net'

const { hostname, port, pathname, search } = new URL(process.argv[2]!)
const count = Number(process.argv[3])
/** The streams that have heard in this round. */
let told = new Set<number>()
let opened = 0

// All at once is more than a service lets in; phones come again.
const COME_AGAIN_MS = 500

function listen(i: number) {
  const socket = connect(Number(port), hostname)
  let isOpen = false
  socket.setEncoding('utf8')
  socket.write(
    `GET ${pathname}${search} HTTP/1.1\r\nHost: ${hostname}:${port}\r\nAccept: text/event-stream\r\n\r\n`,
  )
  socket.on('data', (text: string) => {
    if (text.startsWith('HTTP/1.1 503')) {
      socket.destroy()
      setTimeout(listen, COME_AGAIN_MS, i)
      return
    }
    if (!isOpen) {
      isOpen = true
      opened += 1
      if (opened === count) process.send!('open')
    }
    if (!text.includes('data: ')) return
    told.add(i)
    if (told.size < count) return
    told = new Set()
    process.send!('told')
  })
  socket.on('error', (error) => {
    throw error
  })
}

for (let i = 0; i < count; i += 1) listen(i)
process.on('disconnect', () => process.exit(0))
