// The least that a server of Node's own can do, in a process of its own: it answers what it was told to, from memory.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** By path. */
export type BareAnswers = Record<
  string,
  { status: number; headers: readonly (readonly [string, string])[]; body: Uint8Array }
>

let answers: BareAnswers = {}
process.on('message', (given: BareAnswers) => {
  answers = given
  process.send!((server.address() as AddressInfo).port)
})
process.on('disconnect', () => process.exit(0))

const server = createServer((request, response) => {
  const { status, headers, body } = answers[request.url!]!
  response.writeHead(status, headers.flat())
  response.end(body)
}).listen({ port: 0, host: '127.0.0.1', backlog: 1_024 }, () => process.send!('ready'))
