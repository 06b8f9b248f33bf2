import { once } from 'node:events'
import { connect } from 'node:net'
import { beforeAll, expect, test } from 'vitest'
import { useTestApp } from '../../test/fixture.ts'

const app = useTestApp()
let port: number

beforeAll(async () => {
  port = Number(new URL(await app.listen()).port)
})

const LENGTH = 1024 * 1024 + 1

test('one who is refused while a body still comes can send the rest, and goes on over the same connection', async () => {
  const socket = connect(port, '127.0.0.1').setEncoding('utf8')
  await once(socket, 'connect')
  let heard = ''
  socket.on('data', (chunk) => (heard += String(chunk)))
  socket.on('error', () => {})
  const head = ['POST /api/user/login/ HTTP/1.1', 'host: a', 'content-type: application/json']
  socket.write(`${[...head, `content-length: ${LENGTH}`].join('\r\n')}\r\n\r\n`)
  await expect.poll(() => heard).toContain('HTTP/1.1 413 ')
  socket.write(' '.repeat(LENGTH))
  socket.write('GET /healthz HTTP/1.1\r\nhost: a\r\n\r\n')
  await expect.poll(() => heard).toContain('HTTP/1.1 200 ')
  socket.destroy()
})
