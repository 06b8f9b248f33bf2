// The baseline of reads: a bare node:http server in a process of its own that answers given bytes from memory.
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
