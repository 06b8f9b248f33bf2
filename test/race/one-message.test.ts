import type pg from 'pg'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { sendMessage } from '../../contract/admin/messages.ts'
import type { Client } from '../app.ts'
import { useTestApp } from '../fixture.ts'
import { makeAdmin, makeMember } from '../make.ts'
import { makeBarrier } from './barrier.ts'

const ADMINS = 8
const MEMBERS = 5

const app = useTestApp()
let admins: Client[]
let removeLock = false

beforeAll(async () => {
  app.pool.on('connect', forgetToLock)
  admins = []
  for (let n = 0; n < ADMINS; n += 1) admins.push((await makeAdmin(app)).browser)
  for (let n = 0; n < MEMBERS; n += 1) await makeMember(app.db)
})

beforeEach(async () => {
  await app.db.deleteFrom('mails').execute()
})

const untilAllHaveRead = makeBarrier(ADMINS)

/** Control: all look for the last message before anyone writes. */
function forgetToLock(client: pg.PoolClient) {
  const send = client.query.bind(client) as (...args: unknown[]) => unknown
  const query = async (text: unknown, ...rest: unknown[]) => {
    if (!removeLock || typeof text !== 'string') return send(text, ...rest)
    if (text.includes('pg_advisory_xact_lock')) return send('select')
    const found = await send(text, ...rest)
    if (text.includes('max(created_at) as at from mails')) await untilAllHaveRead()
    return found
  }
  client.query = query as typeof client.query
}

const body = { audience: { members: {} }, subject: '안내', text: '입구가 바뀌었습니다.' }

async function sendAllAtOnce(): Promise<{ statuses: number[]; mails: number }> {
  const answers = await Promise.all(admins.map((admin) => admin.send(sendMessage, { body })))
  const statuses = answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)
  return { statuses, mails: (await app.mails()).length }
}

test('eight administrators send a message at once: one is sent, the others wait for the next minute', async () => {
  const [first, ...others] = Array.from({ length: ADMINS }, (_, n) => (n === 0 ? 200 : 429))
  expect(await sendAllAtOnce()).toEqual({ statuses: [first, ...others], mails: MEMBERS })
})

test('control: without the lock, each member gets all of them', async () => {
  removeLock = true
  try {
    expect(await sendAllAtOnce()).toEqual({ statuses: admins.map(() => 200), mails: ADMINS * MEMBERS })
  } finally {
    removeLock = false
  }
})

test('the same call twice at once, with its key, is one message and one answer', async () => {
  const send = () => admins[0]!.send(sendMessage, { body }, { 'idempotency-key': 'twice' })
  const answers = await Promise.all([send(), send()])
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200])
  expect(answers[0].json()).toEqual(answers[1].json())
  expect(await app.mails()).toHaveLength(MEMBERS)
})
