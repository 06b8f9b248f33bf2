import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { beforeAll, expect, test } from 'vitest'
import { errorBody } from '../../contract/field.ts'
import { useTestApp } from '../../test/fixture.ts'
import { answerParserFailure } from './parser-failure.ts'

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

test('what comes in the middle of an answer to another request gets none of its own', async () => {
  const server = createServer((_, response) => void response.write('half of an answer'))
  server.on('clientError', answerParserFailure).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  socket.write('GET / HTTP/1.1\r\nhost: a\r\n\r\n')
  let heard = ''
  socket.on('data', (chunk) => (heard += String(chunk)))
  await expect.poll(() => heard).toContain('half of an answer')
  socket.write('HELLO\r\n\r\n')
  await once(socket, 'close')
  expect(heard.match(/HTTP\/1\.1/g)).toHaveLength(1)
  server.close()
})
