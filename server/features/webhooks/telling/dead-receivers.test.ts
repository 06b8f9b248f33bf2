import { beforeEach, describe, expect, test, vi } from 'vitest'
import { getAttention } from '../../../../contract/admin/attention.ts'
import { listAudit } from '../../../../contract/admin/audit.ts'
import { listWebhooks, testWebhook } from '../../../../contract/admin/webhooks.ts'
import { useAdmin, useEventDate, useTestApp } from '../../../../test/fixture.ts'
import { makeAdmin } from '../../../../test/make.ts'
import { makeReservation } from '../../../../test/make-reservation.ts'
import { countWaiting } from '../../../../test/waiting.ts'
import { useReceiver } from '../../../../test/webhook-receiver.ts'
import { tellOfDeadReceivers } from './commands.ts'
import { countDeadReceivers } from './queries.ts'

const app = useTestApp({ webhookAllow: ['127.0.0.0/8'] })
const admin = useAdmin(app)
const day = useEventDate(app)
const receiver = useReceiver(app, admin)

const later = (minutes: number) => {
  app.passMinutes(minutes)
  return receiver.tell()
}
const attention = async () => (await admin.ok(getAttention, {})).dead_webhooks
const only = async () => (await admin.ok(listWebhooks, {}))[0]!

describe('a receiver that answers 410', () => {
  beforeEach(() => app.pool.query('delete from audit_log'))

  test('switches the webhook off, which administrators see; the event is kept for when it is on', async () => {
    const { webhook } = await receiver.add(['reservation.created'])
    await makeReservation(app, admin, day)
    receiver.answer(410)
    await receiver.tell()
    expect(await only()).toMatchObject({ is_on: false, gone_at: '2026-11-20T08:00:00+01:00', waiting: 1 })
    expect(await attention()).toBe(1)
    await tellOfDeadReceivers({ db: app.db, log }, app.now())
    const { results } = await admin.ok(listAudit, { query: {} })
    expect(results[0]).toMatchObject({
      summary: '받는 곳이 410으로 응답하여 웹훅이 꺼졌습니다.',
      target: `webhook ${webhook.id}`,
      at: '2026-11-20T08:00:00+01:00',
    })
    await later(10)
    expect(receiver.received).toHaveLength(1)
    receiver.answer(200)
    await receiver.switchTo(true, webhook)
    await receiver.tell()
    expect(await only()).toMatchObject({ is_on: true, gone_at: null, waiting: 0 })
    expect(await attention()).toBe(0)
  })

  test('after the webhook has got another address says nothing about that one', async () => {
    const { webhook } = await receiver.add(['reservation.created'])
    await makeReservation(app, admin, day)
    receiver.answerWith((response) => {
      void receiver
        .switchTo(true, { ...webhook, url: `${webhook.url}new` })
        .finally(() => response.writeHead(410).end())
    })
    await receiver.tell()
    expect(await only()).toMatchObject({ is_on: true, gone_at: null, failing_since: null, waiting: 1 })
  })

  test('stays beside an earlier event that is taken late', async () => {
    await receiver.add(['reservation.created'])
    const { reservation: slow } = await makeReservation(app, admin, day)
    receiver.answer(500)
    await receiver.tell()
    await makeReservation(app, admin, day)
    receiver.answerWith((response, { reservation }) => {
      const isGone = async () => (await only()).gone_at !== null
      if (reservation!.id === slow.id) void vi.waitUntil(isGone).then(() => response.writeHead(200).end())
      else response.writeHead(410).end()
    })
    await later(10)
    expect(await only()).toMatchObject({ is_on: false, gone_at: '2026-11-20T08:10:00+01:00' })
    expect(await attention()).toBe(1)
  })

  test('to a test is seen there; a webhook that is off already is not said to be gone', async () => {
    const { webhook } = await receiver.add()
    await receiver.switchTo(false, webhook)
    receiver.answer(410)
    await admin.ok(testWebhook, { params: { id: String(webhook.id) } })
    await receiver.tell()
    expect(await only()).toMatchObject({ gone_at: null, last_delivery: { status: 'failed', answer: 410 } })
  })
})

const lines: string[] = []
const write = (facts: object, line: string) => void lines.push(`${JSON.stringify(facts)} ${line}`)
const log = { info: write, warn: write, error: write }
beforeEach(() => {
  lines.length = 0
})

describe('a receiver that fails', () => {
  /** As each process does every minute. */
  const look = () => tellOfDeadReceivers({ db: app.db, log }, app.now())
  const failFor = async (minutes: number) => {
    const added = await receiver.add(['reservation.created'])
    await makeReservation(app, admin, day)
    receiver.answer(500)
    await receiver.tell()
    await later(minutes)
    await Promise.all([look(), look()])
    return added.webhook
  }

  test('and answers just when it is found dead is logged again at its next failure', async () => {
    const { id } = await failFor(9)
    app.passMinutes(1)
    const holder = await app.pool.connect()
    await holder.query(`begin; update webhooks set failing_since = null where id = ${id}`)
    const looking = look()
    await expect.poll(() => countWaiting(app.pool), { interval: 5 }).toBeGreaterThan(0)
    await holder.query('commit')
    holder.release()
    await looking
    expect(lines).toEqual([])
    const { rows } = await app.pool.query('select failing_told from webhooks')
    expect(rows).toEqual([{ failing_told: false }])
  })

  test('for ten minutes is counted in the header and told to the log once, until it answers', async () => {
    const webhook = await failFor(9)
    expect([await attention(), lines]).toEqual([0, []])
    // Running queues see the clock too: wait for their next try before the receiver answers.
    await later(1)
    await Promise.all([look(), look()])
    await look()
    expect(await attention()).toBe(1)
    expect(await countDeadReceivers(app.db, app.now()), 'for the metrics').toBe(1)
    expect(lines).toEqual([
      `{"webhook_id":${webhook.id},"name":"문자 발송"} the receiver of a webhook has failed for ten minutes`,
    ])
    receiver.answer(200)
    await later(15)
    expect(await attention()).toBe(0)
    expect(await only()).toMatchObject({ failing_since: null, waiting: 0 })
  })

  test('and is switched off is counted no more, and anew when it is on again', async () => {
    const webhook = await failFor(10)
    expect(await attention()).toBe(1)
    await receiver.switchTo(false, webhook)
    expect(await attention()).toBe(0)
    await receiver.switchTo(true, webhook)
    await later(60)
    expect(await attention()).toBe(0)
    app.passMinutes(10)
    const { browser } = await makeAdmin(app)
    expect((await browser.ok(getAttention, {})).dead_webhooks).toBe(1)
  })

  test('keeps its count when only its name changes', async () => {
    const webhook = await failFor(10)
    await receiver.switchTo(true, { ...webhook, name: '알림톡' })
    expect(await attention()).toBe(1)
  })

  test('an event that is refused is no dead receiver: it has answered', async () => {
    await receiver.add(['reservation.created'])
    await makeReservation(app, admin, day)
    receiver.answer(422)
    await receiver.tell()
    app.passMinutes(10)
    expect(await attention()).toBe(0)
  })

  test('a failing test alone is no dead receiver: somebody has seen it', async () => {
    const { webhook } = await receiver.add()
    receiver.answer(500)
    await admin.ok(testWebhook, { params: { id: String(webhook.id) } })
    await receiver.tell()
    app.passMinutes(10)
    expect(await attention()).toBe(0)
  })
})
