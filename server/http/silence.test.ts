import { once } from 'node:events'
import type { RequestListener, ServerResponse } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { httpLimitsFor, makeDoor } from './http-server.ts'

const LARGE = Buffer.alloc(64 * 1024 * 1024)

/** A connection with one request on it, to a server that bears a tenth of a second of silence. */
async function ask(handler: RequestListener) {
  const server = makeDoor({ ...httpLimitsFor(10, false), silentMs: 100 }, () => 0).serve(handler)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  onTestFinished(() => {
    socket.destroy()
    server.close()
  })
  socket.write('GET / HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n')
  return socket
}

test('work that takes longer than a client may be silent is answered', async () => {
  const socket = await ask((request, response) => {
    request.socket.once('timeout', () => response.end('done'))
  })
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 200 [^]*done/)
})

test('a client that takes nothing of its answer is cut off', async () => {
  const answering = Promise.withResolvers<ServerResponse>()
  const socket = await ask((_request, response) => {
    response.write(LARGE)
    answering.resolve(response)
  })
  socket.pause()
  const response = await answering.promise
  await once(response, 'close')
  expect(response.writableFinished).toBe(false)
})
