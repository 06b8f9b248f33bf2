import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { beforeAll, expect, test } from 'vitest'
import { errorBody } from '../../contract/field.ts'
import { useTestApp } from '../../test/fixture.ts'

const app = useTestApp()
let port: number

beforeAll(async () => {
  port = Number(new URL(await app.listen()).port)
})

test.each([
  ['a head that is too long', `GET /healthz HTTP/1.1\r\nhost: a\r\nx: ${'x'.repeat(20_000)}\r\n\r\n`],
  ['no HTTP at all', 'HELLO\r\n\r\n'],
])('%s is answered in the shape of every failure, and the server goes on', async (_what, sent) => {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  socket.write(sent)
  const [head, body] = (await text(socket)).split('\r\n\r\n')
  expect(head).toMatch(/^HTTP\/1\.1 400 /)
  expect(errorBody.parse(JSON.parse(body!)).code).toBe('invalid_input')
  expect((await app.server.inject('/healthz')).statusCode).toBe(200)
})
