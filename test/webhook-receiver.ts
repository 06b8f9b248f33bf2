import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type pg from 'pg'
import type { WebhookBody } from '../contract/webhook.ts'
import { makeDb } from '../server/database/connect.ts'
import { makeBody } from '../server/features/webhooks/queries.ts'
import { makeReach } from '../server/outbox/address.ts'
import { webhookQueue } from '../server/outbox/webhook.ts'
import { startQueue, type RunningQueue } from '../server/outbox/worker.ts'
import { readKeys } from '../server/secret.ts'
import { SECRET } from './app.ts'
import { silent } from './outbox.ts'

export type Received = { headers: IncomingHttpHeaders; text: string; body: WebhookBody }

/** Answers 200 by default. */
export async function startReceiver() {
  const received: Received[] = []
  let answer = (response: ServerResponse, _body: WebhookBody): void => void response.writeHead(200).end()
  async function receive(request: IncomingMessage, response: ServerResponse) {
    const said = await text(request)
    const body = JSON.parse(said) as WebhookBody
    received.push({ headers: request.headers, text: said, body })
    answer(response, body)
  }
  const server = createServer((request, response) => {
    receive(request, response).catch((error: unknown) => console.error(error))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/`,
    received,
    answerWith(next: typeof answer) {
      answer = next
    },
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

export function startTelling(
  { pool, now }: { pool: pg.Pool; now: () => number },
  { allow = ['127.0.0.0/8'] }: { allow?: string[] } = {},
): RunningQueue {
  const keyFor = readKeys({ secret: SECRET, data_dir: '' })
  const parts = { db: makeDb(pool), now, log: silent }
  const reach = makeReach(allow)
  return startQueue(webhookQueue({ ...parts, keyFor, reach, deviceNow: now, makeBody }), parts)
}
