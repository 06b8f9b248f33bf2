import type { AddressInfo } from 'node:net'
import type pg from 'pg'
import type { Kysely } from 'kysely'
import PostalMime from 'postal-mime'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { makeDb, makePool } from '../../server/database/connect.ts'
import type { Database } from '../../server/database/schema.ts'
import { makeTourNotice } from '../../server/mail/make-notice.ts'
import type { Mail } from '../../server/mail/mail.ts'
import { enqueue, GIVEN_UP_QUEUE, MAIL_QUEUE, type Retry } from '../../server/mail/queue.ts'
import { approved } from '../../server/mail/templates/approved.ts'
import { verificationCode } from '../../server/mail/templates/verification-code.ts'
import { smtpTransport, type Transport } from '../../server/mail/transport.ts'
import { startMail, type RunningMail } from '../../server/mail/worker.ts'
import { createTestDatabase, type TestDatabase } from '../test-database.ts'

const NOW = Date.parse('2026-11-19T08:30:00Z')
const AT_ONCE: Retry = { limit: 2, first_seconds: 1, longest_seconds: 0 }
const SOON = { timeout: 20_000, interval: 20 }

let database: TestDatabase
let pool: pg.Pool
let db: Kysely<Database>
/** What has been started, to be stopped in the opposite order. */
let started: (() => Promise<unknown>)[]

beforeEach(async () => {
  database = await createTestDatabase()
  pool = makePool({ connectionString: database.connectionString }, () => {})
  db = makeDb(pool)
  started = [database.drop, () => pool.end()]
})
afterEach(async () => {
  for (const stop of started.reverse()) await stop()
})

type Arrived = { to: string; id: string | undefined; raw: Buffer }
type Answer = { at: 'RCPT TO' | 'DATA'; code: number; text: string } | null

/** A mail server on this machine. `answer` may refuse; what it accepts is kept. */
async function startPostOffice(answer: (to: string) => Answer = () => null) {
  const arrived: Arrived[] = []
  const refusal = (to: string, at: 'RCPT TO' | 'DATA') => {
    const refused = answer(to)
    return refused?.at === at ? Object.assign(new Error(refused.text), { responseCode: refused.code }) : null
  }
  const options: SMTPServerOptions = {
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: ({ address }, _session, done) => done(refusal(address, 'RCPT TO')),
    onData: async (stream, session, done) => {
      const raw = Buffer.concat(await stream.toArray())
      const to = session.envelope.rcptTo[0]!.address
      const refused = refusal(to, 'DATA')
      if (!refused) arrived.push({ to, raw, id: /^Message-ID: (.*)\r$/im.exec(raw.toString('latin1'))?.[1] })
      done(refused)
    },
  }
  const server = new SMTPServer(options)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  started.push(() => new Promise<void>((resolve) => server.close(resolve)))
  return { url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`, arrived }
}

async function startSending(way: string | Transport): Promise<RunningMail> {
  const transport =
    typeof way === 'string' ? smtpTransport({ url: way, from: 'Stand <stand@example.com>' }) : way
  const log = { info() {}, warn() {}, error() {} }
  const mail = await startMail({ pool, db, transport, now: () => NOW, log, retry: AT_ONCE })
  started.push(async () => transport.close(), mail.stop)
  return mail
}

const mailTo = (to: string, version = 2): Mail => ({
  ...approved({ ...makeTourNotice(), to, version }),
  reservation_id: null,
})

const post = (mail: RunningMail, ...letters: Mail[]) =>
  db.transaction().execute(async (tx) => {
    for (const letter of letters) await mail.post(tx, letter, NOW)
  })

const mails = () => db.selectFrom('mails').selectAll().orderBy('id').execute()
const waiting = async (mail: RunningMail) =>
  (await Promise.all([MAIL_QUEUE, GIVEN_UP_QUEUE].map((queue) => mail.boss.findJobs(queue))))
    .flat()
    .filter(({ state }) => ['created', 'retry', 'active'].includes(state))

/** Nothing is under way any more: what has not arrived by now never does. */
const untilIdle = (mail: RunningMail) => vi.waitFor(async () => expect(await waiting(mail)).toEqual([]), SOON)

describe('a mail and what it tells are one', () => {
  test('a mail of work that was rolled back never leaves', async () => {
    const office = await startPostOffice()
    const mail = await startSending(office.url)
    const undone = db.transaction().execute(async (tx) => {
      await mail.post(tx, mailTo('undone@example.com', 7), NOW)
      throw new Error('no')
    })
    await expect(undone).rejects.toThrow('no')
    await post(mail, mailTo('done@example.com'))
    await vi.waitFor(() => expect(office.arrived).not.toEqual([]), SOON)
    await untilIdle(mail)
    expect(office.arrived.map(({ to }) => to)).toEqual(['done@example.com'])
  })

  test('the same fact told twice is one mail', async () => {
    const office = await startPostOffice()
    const mail = await startSending(office.url)
    await post(mail, mailTo('a@example.com'), mailTo('a@example.com'))
    await post(mail, mailTo('a@example.com'))
    await vi.waitFor(() => expect(office.arrived).not.toEqual([]), SOON)
    await untilIdle(mail)
    expect(office.arrived).toHaveLength(1)
    expect(await mails()).toMatchObject([{ status: 'sent', attempts: 1, sent_at: new Date(NOW) }])
  })
})

test('a mail that has left is not sent again by a job that comes twice', async () => {
  const office = await startPostOffice()
  const mail = await startSending(office.url)
  await post(mail, mailTo('a@example.com'))
  await vi.waitFor(async () => expect(await mails()).toMatchObject([{ status: 'sent' }]), SOON)
  const [sent] = await mails()
  await db.transaction().execute((tx) => enqueue(mail.boss, tx, sent!))
  await untilIdle(mail)
  expect(office.arrived).toHaveLength(1)
})

describe('a mail that is refused', () => {
  test('for now, it arrives later, exactly once', async () => {
    let refusals = 2
    const later: Answer = { at: 'DATA', code: 451, text: '4.7.1 try again later' }
    const office = await startPostOffice(() => (refusals-- > 0 ? later : null))
    const mail = await startSending(office.url)
    await post(mail, mailTo('a@example.com'))
    await vi.waitFor(() => expect(office.arrived).not.toEqual([]), SOON)
    await untilIdle(mail)
    expect(office.arrived.map(({ id }) => id)).toEqual([mailTo('a@example.com').message_id])
    expect(await mails()).toMatchObject([{ status: 'sent', last_error: null }])
  })

  test('for good, it ends as failed with its reason, at once', async () => {
    const office = await startPostOffice(() => ({ at: 'RCPT TO', code: 550, text: '5.1.1 no such user' }))
    const mail = await startSending(office.url)
    await post(mail, mailTo('nobody@example.com'))
    await vi.waitFor(async () => expect(await mails()).toMatchObject([{ status: 'failed' }]), SOON)
    expect(await mails()).toMatchObject([
      { attempts: 1, last_error: expect.stringContaining('550 5.1.1 no such user'), sent_at: null },
    ])
  })

  test('again and again, it is given up after the last try', async () => {
    const office = await startPostOffice(() => ({ at: 'DATA', code: 451, text: 'never today' }))
    const mail = await startSending(office.url)
    await post(mail, mailTo('a@example.com'))
    await vi.waitFor(async () => expect(await mails()).toMatchObject([{ status: 'failed' }]), SOON)
    expect(await mails()).toMatchObject([
      { attempts: 1 + AT_ONCE.limit, last_error: expect.stringContaining('never today') },
    ])
    expect(office.arrived).toEqual([])
  })

  test('does not hold up the others', async () => {
    const office = await startPostOffice((to) =>
      to.startsWith('bad') ? { at: 'RCPT TO', code: 550, text: 'no' } : null,
    )
    const mail = await startSending(office.url)
    await post(
      mail,
      ...[1, 2, 3, 4].map((n) => mailTo(n % 2 ? `bad${n}@example.com` : `${n}@example.com`, n)),
    )
    await vi.waitFor(
      async () =>
        expect((await mails()).map(({ status }) => status)).toEqual(['failed', 'sent', 'failed', 'sent']),
      SOON,
    )
  })
})

describe('two servers on one database', () => {
  test('50 mails arrive once each', async () => {
    const office = await startPostOffice()
    const [first] = await Promise.all([startSending(office.url), startSending(office.url)])
    const letters = Array.from({ length: 50 }, (_, n) => mailTo(`${n}@example.com`, n))
    await Promise.all(letters.map((letter) => post(first, letter)))
    await vi.waitFor(
      async () => expect((await mails()).filter(({ status }) => status === 'sent')).toHaveLength(50),
      SOON,
    )
    await untilIdle(first)
    expect(office.arrived.map(({ to }) => to).sort()).toEqual(letters.map(({ to }) => to).sort())
  })

  test('one that stops lets its mail arrive and takes no more; the other goes on', async () => {
    const held: (() => void)[] = []
    const slow = { send: () => new Promise<void>((resolve) => held.push(resolve)), close() {} }
    const stopping = await startSending(slow)
    await post(stopping, mailTo('a@example.com', 1))
    await vi.waitFor(() => expect(held).toHaveLength(1), SOON)
    const stopped = stopping.stop()
    await post(stopping, mailTo('b@example.com', 2))

    const office = await startPostOffice()
    const other = await startSending(office.url)
    await vi.waitFor(() => expect(office.arrived).not.toEqual([]), SOON)
    held[0]!()
    await stopped
    await untilIdle(other)
    expect(office.arrived.map(({ to }) => to)).toEqual(['b@example.com'])
    expect((await mails()).map(({ status }) => status)).toEqual(['sent', 'sent'])
  })
})

test('a calendar arrives as one part to be read and one attachment', async () => {
  const office = await startPostOffice()
  const mail = await startSending(office.url)
  await post(mail, mailTo('a@example.com'))
  await vi.waitFor(() => expect(office.arrived).toHaveLength(1), SOON)
  const { attachments, subject } = await PostalMime.parse(office.arrived[0]!.raw)
  expect(subject).toBe(mailTo('a@example.com').subject)
  expect(attachments.map(({ mimeType, method, filename }) => [mimeType, method, filename])).toEqual([
    ['text/calendar', 'REQUEST', null],
    ['application/ics', undefined, 'invite.ics'],
  ])
})

test('a sign-up code is gone from the table once its mail has left', async () => {
  const office = await startPostOffice()
  const mail = await startSending(office.url)
  const { event_name, contact_email, public_url } = makeTourNotice()
  const surroundings = { event_name, contact_email, public_url }
  const told = { to: 'a@example.com', code: 'K7PX4M', request_id: 'r1', valid_minutes: 10 }
  await post(mail, verificationCode({ ...surroundings, ...told }), mailTo('b@example.com'))
  await vi.waitFor(
    async () => expect((await mails()).map(({ status }) => status)).toEqual(['sent', 'sent']),
    SOON,
  )
  const [code, other] = await mails()
  expect([code!.text, code!.html]).toEqual(['', ''])
  expect(other!.text).toContain('김민수')
  const { text } = await PostalMime.parse(office.arrived.find(({ to }) => to === 'a@example.com')!.raw)
  expect(text).toContain('K7PX4M')
})

describe('sending again', () => {
  test('a mail that was sent or given up leaves once more, under its old Message-ID', async () => {
    const office = await startPostOffice()
    const mail = await startSending(office.url)
    await post(mail, mailTo('a@example.com'))
    await vi.waitFor(async () => expect(await mails()).toMatchObject([{ status: 'sent' }]), SOON)
    const [{ id } = { id: 0 }] = await mails()
    expect(await db.transaction().execute((tx) => mail.resend(tx, id))).toBe(true)
    await vi.waitFor(() => expect(office.arrived).toHaveLength(2), SOON)
    expect(new Set(office.arrived.map((one) => one.id)).size).toBe(1)
  })

  test('an unknown mail, one that still waits, and a code do not', async () => {
    const office = await startPostOffice()
    const mail = await startSending(office.url)
    const { event_name, contact_email, public_url } = makeTourNotice()
    const surroundings = { event_name, contact_email, public_url }
    const told = { to: 'a@example.com', code: 'K7PX4M', request_id: 'r1', valid_minutes: 10 }
    await post(mail, verificationCode({ ...surroundings, ...told }))
    await vi.waitFor(async () => expect(await mails()).toMatchObject([{ status: 'sent' }]), SOON)
    const [code] = await mails()
    const answers = await db.transaction().execute(async (tx) => {
      await mail.post(tx, mailTo('b@example.com'), NOW)
      const { id } = await tx
        .selectFrom('mails')
        .select('id')
        .where('status', '=', 'queued')
        .executeTakeFirstOrThrow()
      return [await mail.resend(tx, id), await mail.resend(tx, code!.id), await mail.resend(tx, 999_999)]
    })
    expect(answers).toEqual([false, false, false])
  })
})
