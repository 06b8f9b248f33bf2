import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { addWebhook, changeWebhook, listWebhookDeliveries, type Webhook } from '../contract/admin/webhooks.ts'
import type { WebhookBody } from '../contract/webhook.ts'
import { makeDb } from '../server/database/connect.ts'
import { WEBHOOK_EVENTS, type WebhookEvent } from '../domain/webhook.ts'
import { deviceClock } from '../server/clock.ts'
import { makeBody } from '../server/features/webhooks/queries.ts'
import { makeReach } from '../server/outbox/address.ts'
import { webhookQueue } from '../server/outbox/webhook.ts'
import { startQueue, type RunningQueue } from '../server/outbox/worker.ts'
import { readKeys } from '../server/secret.ts'
import { SECRET, type Client } from './app.ts'
import type { useTestApp } from './fixture.ts'
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
  return startQueue(webhookQueue({ ...parts, keyFor, reach, deviceNow: deviceClock, makeBody }), parts)
}

/** A receiver for each file, and its webhooks for each test. */
export function useReceiver(app: ReturnType<typeof useTestApp>, admin: Client) {
  let receiver: Awaited<ReturnType<typeof startReceiver>>
  let telling: RunningQueue | undefined
  beforeAll(async () => {
    receiver = await startReceiver()
  })
  beforeEach(() => {
    receiver.answerWith((response) => void response.writeHead(200).end())
    receiver.received.length = 0
  })
  afterEach(async () => {
    await telling?.stop()
    telling = undefined
    await app.db.deleteFrom('webhooks').execute()
  })
  afterAll(() => receiver.stop())
  return {
    get url() {
      return receiver.url
    },
    get received() {
      return receiver.received
    },
    /** With headers, such as a Retry-After. */
    answer: (status: number, headers = {}) =>
      receiver.answerWith((response) => void response.writeHead(status, headers).end()),
    answerWith: (answer: Parameters<typeof receiver.answerWith>[0]) => receiver.answerWith(answer),
    add: (events: readonly WebhookEvent[] = WEBHOOK_EVENTS) =>
      admin.ok(addWebhook, {
        body: { name: '문자 발송', url: receiver.url, events: [...events], is_on: true },
      }),
    async switchTo(is_on: boolean, { id, name, url, events }: Webhook) {
      // The password has been given again.
      await app.db
        .updateTable('sessions')
        .set({ confirmed_at: new Date(app.now()) })
        .execute()
      await admin.ok(changeWebhook, { params: { id: String(id) }, body: { name, url, events, is_on } })
    },
    deliveriesOf: ({ id }: { id: number }) => admin.ok(listWebhookDeliveries, { params: { id: String(id) } }),
    told: () => receiver.received.map(({ body }) => body.type),
    /** Sends all that is due, as a server process does by itself. */
    tell: async () => {
      telling ??= startTelling(app)
      await telling.idle()
    },
  }
}
