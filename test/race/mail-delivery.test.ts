import pg from 'pg'
import { sql, type Kysely } from 'kysely'
import { fromKysely } from 'pg-boss'
import PostalMime from 'postal-mime'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { makeDb, makePool } from '../../server/database/connect.ts'
import type { Database } from '../../server/database/schema.ts'
import { deliver } from '../../server/mail/delivery.ts'
import { feed } from '../../server/mail/feeder.ts'
import { makeTourNotice, written } from '../../server/mail/make-notice.ts'
import type { Mail } from '../../server/mail/mail.ts'
import { GIVEN_UP_QUEUE, jobOf, MAIL_QUEUE, type Retry } from '../../server/mail/queue.ts'
import { postMail, resendMails } from '../../server/mail/outbox.ts'
import { makeSendingLocks, type SendingLocks } from '../../server/mail/sending-locks.ts'
import { smtpTransport, type Transport } from '../../server/mail/transport.ts'
import { startMail, type RunningMail } from '../../server/mail/worker.ts'
import { startPostOffice, type Answer } from '../post-office.ts'
import { withTexts } from '../app.ts'
import { createTestDatabase, type TestDatabase } from '../test-database.ts'

const NOW = Date.parse('2026-11-19T08:30:00Z')
const AT_ONCE: Retry = { limit: 2, first_seconds: 1, longest_seconds: 0 }
const silent = { info() {}, warn() {}, error() {} }
const SOON = { timeout: 20_000, interval: 20 }

let database: TestDatabase
let pool: pg.Pool
let db: Kysely<Database>
/** The functions that stop the started parts, to be called in the opposite order. */
let started: (() => Promise<unknown>)[]

beforeAll(async () => {
  database = await createTestDatabase()
  const client = new pg.Client(database.connectionString)
  await client.connect()
  // No reservation stands behind these mails.
  await client.query('alter table mails drop constraint mails_reservation_fkey')
  await client.end()
})
afterAll(() => database.drop())
// A pool a test: one test drops the queue's tables, and a connection remembers the plans of what it asked of them.
beforeEach(() => {
  started = []
  pool = makePool({ connectionString: database.connectionString }, () => {})
  db = makeDb(pool)
})
afterEach(async () => {
  for (const stop of started.reverse()) await stop()
  const { rows } = await pool.query<{ queue: string | null }>(`select to_regclass('pgboss.job') as queue`)
  await pool.query(`delete from mails; ${rows[0]!.queue ? 'delete from pgboss.job' : ''}`)
  await pool.end()
})

async function openPostOffice(answer?: Parameters<typeof startPostOffice>[0]) {
  const context = await startPostOffice(answer)
  started.push(() => context.close())
  return context
}

async function startSending(
  way: string | Transport,
  options: Partial<Parameters<typeof startMail>[0]> = {},
): Promise<RunningMail> {
  const transport =
    typeof way === 'string' ? smtpTransport({ url: way, from: 'Stand <stand@example.com>' }) : way
  const mail = await startMail({
    pool,
    db,
    transport,
    now: () => NOW,
    log: silent,
    retry: AT_ONCE,
    pulse_seconds: 0.05,
    ...options,
  })
  started.push(async () => transport.close(), mail.stop)
  return mail
}

const factsTo = (to: string, version = 2) => ({ ...makeTourNotice(), to, version })
const mailTo = (to: string, version = 2): Mail => ({ kind: 'approved', facts: factsTo(to, version) })
const MAIL = written('approved', factsTo('a@example.com'))

function codeTo(to: string, request_id = 'r1'): Mail {
  const { event_name, contact_email, public_url } = makeTourNotice()
  const told = { to, code: 'K7PX4M', request_id, valid_minutes: 10 }
  return { kind: 'verification_code', facts: { ...told, event_name, contact_email, public_url } }
}

const post = (...posted: Mail[]) => db.transaction().execute((tx) => postMail(tx, posted, NOW))
const resend = (...ids: number[]) => db.transaction().execute((tx) => resendMails(tx, ids, NOW))

const untilMailsAre = (...wanted: string[]) =>
  vi.waitFor(async () => expect((await mails()).map(({ status }) => status)).toEqual(wanted), SOON)

const mails = async () => (await db.selectFrom('mails').selectAll().orderBy('id').execute()).map(withTexts)
const waiting = async (mail: RunningMail) =>
  (await Promise.all([MAIL_QUEUE, GIVEN_UP_QUEUE].map((queue) => mail.boss.findJobs(queue))))
    .flat()
    .filter(({ state }) => ['created', 'retry', 'active'].includes(state))

/** No mail is under way any more: one that has not arrived by now never does. */
const untilIdle = (mail: RunningMail) => vi.waitFor(async () => expect(await waiting(mail)).toEqual([]), SOON)

describe('a mail and what it tells are one', () => {
  test('a mail of work that was rolled back never leaves', async () => {
    const context = await openPostOffice()
    const mail = await startSending(context.url)
    const undone = db.transaction().execute(async (tx) => {
      await postMail(tx, [mailTo('undone@example.com', 7)], NOW)
      throw new Error('no')
    })
    await expect(undone).rejects.toThrow('no')
    await post(mailTo('done@example.com'))
    await vi.waitFor(() => expect(context.arrived).not.toEqual([]), SOON)
    await untilIdle(mail)
    expect(context.arrived.map(({ to }) => to)).toEqual(['done@example.com'])
  })

  test('the same fact told twice is one mail', async () => {
    const context = await openPostOffice()
    const mail = await startSending(context.url)
    await post(mailTo('a@example.com'), mailTo('a@example.com'))
    await post(mailTo('a@example.com'))
    await vi.waitFor(() => expect(context.arrived).not.toEqual([]), SOON)
    await untilIdle(mail)
    expect(context.arrived).toHaveLength(1)
    expect(await mails()).toMatchObject([{ status: 'sent', attempts: 1, sent_at: new Date(NOW) }])
  })
})

test('a mail that has left is not sent again by a job that comes twice', async () => {
  const context = await openPostOffice()
  const mail = await startSending(context.url)
  await post(mailTo('a@example.com'))
  await untilMailsAre('sent')
  const [sent] = await mails()
  await mail.boss.insert(MAIL_QUEUE, [jobOf(sent!)])
  await untilIdle(mail)
  expect(context.arrived).toHaveLength(1)
})

test('a decision does not wait behind the codes of a hundred strangers', async () => {
  const sent: string[] = []
  const gate = Promise.withResolvers<void>()
  const mail = await startSending({
    send: async ({ to }) => {
      await gate.promise
      sent.push(to)
    },
    close() {},
  })
  const stranger = (n: number) => `stranger${n}@example.com`
  const codes = Array.from({ length: 100 }, (_, n) => codeTo(stranger(n), `r${n}`))
  await post(...codes)
  await post(mailTo('decided@example.com'))
  gate.resolve()
  await vi.waitFor(() => expect(sent).toContain('decided@example.com'), SOON)
  // Behind those alone that were on their way already.
  expect(sent.indexOf('decided@example.com')).toBeLessThan(30)
  await untilIdle(mail)
})

test('a mail that waits without a job, as after a restore, leaves once; a sign-up code that is too late does not', async () => {
  const context = await openPostOffice()
  const first = await startSending({ send: async () => {}, close() {} })
  await first.stop()
  await post(mailTo('a@example.com'), codeTo('late@example.com'))
  await db
    .updateTable('mails')
    .set({ created_at: new Date(NOW - 11 * 60_000) })
    .where('kind', '=', 'verification_code')
    .execute()
  // One had a job, the other had none yet.
  await pool.query(`drop schema pgboss cascade; update mails set has_job = true where kind = 'approved'`)
  const [mail, other] = [await startSending(context.url), await startSending(context.url)]
  await untilMailsAre('sent', 'failed')
  await untilIdle(mail)
  await untilIdle(other)
  expect(context.arrived.map(({ to }) => to)).toEqual(['a@example.com'])
  expect((await mails())[1]).toMatchObject({ text: '', html: '', last_error: 'too late to be of use' })
})

describe('of servers that look at once', () => {
  const made = () => {
    const jobs: unknown[] = []
    return {
      jobs,
      insert: async (_queue: string, more: unknown[]) => void jobs.push(...more) as unknown as null,
    }
  }

  test('one gives a mail its job, and the others pass it over', async () => {
    const boss = made()
    await post(mailTo('a@example.com'))
    const [begun, others] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const insert: typeof boss.insert = async (queue, jobs) => {
      begun.resolve()
      await others.promise
      return boss.insert(queue, jobs)
    }
    const first = feed({ insert }, db, NOW)
    await begun.promise
    const later = await Promise.allSettled([feed(boss, db, NOW), feed(boss, db, NOW)])
    others.resolve()
    expect([await first, ...later.map((each) => each.status === 'fulfilled' && each.value)]).toEqual([
      1, 0, 0,
    ])
    expect(boss.jobs).toHaveLength(1)
  })

  test('control: of those that do not lock what they have found, each does', async () => {
    const boss = made()
    await post(mailTo('a@example.com'))
    const found = [1, 2].map(() => db.selectFrom('mails').select('id').where('has_job', '=', false).execute())
    for (const rows of await Promise.all(found)) await boss.insert(MAIL_QUEUE, rows)
    expect(boss.jobs).toHaveLength(2)
  })
})

test('a mail that the release before has posted leaves as that has written it', async () => {
  const context = await openPostOffice()
  await pool.query(`insert into mails (kind, to_address, subject, text, html, message_id, created_at)
    values ('approved', 'old@example.com', '이전 제목', '이전 본문', '<p>이전 본문</p>', '<old@example.com>', now())`)
  await startSending(context.url)
  await untilMailsAre('sent')
  const { subject, text } = await PostalMime.parse(context.arrived[0]!.raw)
  expect([subject, text?.trim()]).toEqual(['이전 제목', '이전 본문'])
})

test('once the database takes no word of mails that have left, no more leave', async () => {
  await post(...Array.from({ length: 8 }, (_, n) => mailTo(`${n}@example.com`, n)))
  const ids = (await mails()).map(({ id }) => id)
  const begun: string[] = []
  const unmarked = Promise.withResolvers<void>()
  const send = async ({ to }: { to: string }) => {
    if (begun.push(to) === 1) await pool.query('alter table mails rename to mails_elsewhere')
    else await unmarked.promise
  }
  const log = { ...silent, error: () => unmarked.resolve() }
  await expect(deliver({ db, transport: { send, close() {} }, now: () => NOW, log }, ids)).rejects.toThrow(
    'mails',
  )
  await pool.query('alter table mails_elsewhere rename to mails')
  // Five at once, and one more before it was known.
  expect(begun).toHaveLength(6)
})

test('a process that is late all the time sends all the same', async () => {
  const sent: string[] = []
  await startSending({ send: async ({ to }) => void sent.push(to), close() {} }, { lateBy: () => 10_000 })
  await post(mailTo('a@example.com'))
  await untilMailsAre('sent')
  expect(sent).toEqual(['a@example.com'])
})

describe('a mail that is refused', () => {
  test('for now, it arrives later, exactly once', async () => {
    let refusals = 2
    const later: Answer = { at: 'DATA', code: 451, text: '4.7.1 try again later' }
    const context = await openPostOffice(() => (refusals-- > 0 ? later : null))
    const mail = await startSending(context.url)
    await post(mailTo('a@example.com'))
    await vi.waitFor(() => expect(context.arrived).not.toEqual([]), SOON)
    await untilIdle(mail)
    expect(context.arrived.map(({ id }) => id)).toEqual([MAIL.message_id])
    expect(await mails()).toMatchObject([{ status: 'sent', last_error: null }])
  })

  test('for good, it ends as failed with its reason, at once', async () => {
    const text = '5.1.1 no such user: nobody@example.com'
    const context = await openPostOffice(() => ({ at: 'RCPT TO', code: 550, text }))
    const logged = vi.spyOn(silent, 'warn')
    await startSending(context.url)
    await post(mailTo('nobody@example.com'))
    await untilMailsAre('failed')
    expect(await mails()).toMatchObject([
      { attempts: 1, last_error: expect.stringContaining('550 5.1.1 no such user'), sent_at: null },
    ])
    // The log names nobody.
    expect(JSON.stringify(logged.mock.calls)).toContain('no such user: …')
    expect(JSON.stringify(logged.mock.calls)).not.toContain('nobody@example.com')
    logged.mockRestore()
  })

  test('again and again, it is given up after the last try', async () => {
    const context = await openPostOffice(() => ({ at: 'DATA', code: 451, text: 'never today' }))
    await startSending(context.url)
    await post(mailTo('a@example.com'))
    await untilMailsAre('failed')
    expect(await mails()).toMatchObject([
      { attempts: 1 + AT_ONCE.limit, last_error: expect.stringContaining('never today') },
    ])
    expect(context.arrived).toEqual([])
  })

  test('does not hold up the others', async () => {
    const context = await openPostOffice((to) =>
      to.startsWith('bad') ? { at: 'RCPT TO', code: 550, text: 'no' } : null,
    )
    await startSending(context.url)
    await post(...[1, 2, 3, 4].map((n) => mailTo(n % 2 ? `bad${n}@example.com` : `${n}@example.com`, n)))
    await untilMailsAre('failed', 'sent', 'failed', 'sent')
    expect(context.arrived.map(({ to }) => to).sort()).toEqual(['2@example.com', '4@example.com'])
  })
})

describe('two servers on one database', () => {
  test('50 mails arrive once each', async () => {
    const context = await openPostOffice()
    const [first] = await Promise.all([startSending(context.url), startSending(context.url)])
    const letters = Array.from({ length: 50 }, (_, n) => mailTo(`${n}@example.com`, n))
    await Promise.all(letters.map((letter) => post(letter)))
    await untilMailsAre(...letters.map(() => 'sent'))
    await untilIdle(first)
    expect(context.arrived.map(({ to }) => to).sort()).toEqual(letters.map(({ facts }) => facts.to).sort())
  })

  test('one that stops lets its mail arrive and takes no more; the other goes on', async () => {
    const held: (() => void)[] = []
    const slow = { send: () => new Promise<void>((resolve) => held.push(resolve)), close() {} }
    const stopping = await startSending(slow)
    await post(mailTo('a@example.com', 1))
    await vi.waitFor(() => expect(held).toHaveLength(1), SOON)
    const stopped = stopping.stop()
    await post(mailTo('b@example.com', 2))

    const context = await openPostOffice()
    const other = await startSending(context.url)
    await vi.waitFor(() => expect(context.arrived).not.toEqual([]), SOON)
    held[0]!()
    await stopped
    await untilIdle(other)
    expect(context.arrived.map(({ to }) => to)).toEqual(['b@example.com'])
    expect((await mails()).map(({ status }) => status)).toEqual(['sent', 'sent'])
  })
})

describe('a mail that was being sent when its process died', () => {
  /** Leaves a mail as it stands when a process has fetched it and has died. */
  const postAbandoned = (mail: RunningMail, abandoned: Mail) =>
    db.transaction().execute(async (tx) => {
      await postMail(tx, [abandoned], NOW)
      const last = await tx
        .selectFrom('mails')
        .select(['id', 'kind'])
        .orderBy('id', 'desc')
        .executeTakeFirstOrThrow()
      await tx.updateTable('mails').set({ has_job: true }).where('id', '=', last.id).execute()
      await mail.boss.insert(MAIL_QUEUE, [jobOf(last)], { db: fromKysely(tx) })
      await sql`update pgboss.job set state = 'active', started_on = now(), heartbeat_on = now()
        where data ->> 'mail_id' = ${String(last.id)}`.execute(tx)
    })

  test('is sent by another one, which leaves alone what a living one is slow to send', async () => {
    const begun: string[] = []
    const slow = Promise.withResolvers<void>()
    const way: Transport = {
      async send({ to }) {
        begun.push(to)
        if (to.startsWith('slow')) await slow.promise
      },
      close() {},
    }
    // Its heart does not beat for an hour: only its lock says that it lives.
    const living = await startSending(way, { pulse_seconds: 3_600 })
    await post(mailTo('slow@example.com', 1))
    await vi.waitFor(() => expect(begun).toHaveLength(1), SOON)

    await postAbandoned(living, mailTo('abandoned@example.com', 2))
    await startSending(way)
    await untilMailsAre('queued', 'sent')
    slow.resolve()
    await untilMailsAre('sent', 'sent')
    await untilIdle(living)
    expect(begun).toEqual(['slow@example.com', 'abandoned@example.com'])
  })

  test('is free as soon as its connection is gone, and no sooner, for others and for the same process', async () => {
    const [one, other] = [makeSendingLocks(pool), makeSendingLocks(pool)]
    const sending = Promise.withResolvers<string>()
    const begun = Promise.withResolvers<void>()
    const first = one.whileAlone([7], () => {
      begun.resolve()
      return sending.promise
    })
    await begun.promise
    const again = (locks: SendingLocks) => locks.whileAlone([7], async (free) => free)
    expect(await Promise.all([again(one), again(other)])).toEqual([[], []])
    expect(await other.whileAlone([7, 8], async (free) => free)).toEqual([8])

    await pool.query(
      `select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and objid = 7`,
    )
    await vi.waitFor(async () => expect(await again(other)).toEqual([7]), SOON)
    sending.resolve('arrived')
    expect(await first).toBe('arrived')
    expect(await again(one)).toEqual([7])
  })
})

test('a calendar arrives as one part to be read and one attachment', async () => {
  const context = await openPostOffice()
  await startSending(context.url)
  await post(mailTo('a@example.com'))
  await vi.waitFor(() => expect(context.arrived).toHaveLength(1), SOON)
  const { attachments, subject } = await PostalMime.parse(context.arrived[0]!.raw)
  expect(subject).toBe(MAIL.subject)
  expect(attachments.map(({ mimeType, method, filename }) => [mimeType, method, filename])).toEqual([
    ['text/calendar', 'REQUEST', null],
    ['application/ics', undefined, 'invite.ics'],
  ])
})

test('a sign-up code is gone from the table once its mail has left', async () => {
  const context = await openPostOffice()
  await startSending(context.url)
  await post(codeTo('a@example.com'), mailTo('b@example.com'))
  await untilMailsAre('sent', 'sent')
  const [code, other] = await mails()
  expect([code!.text, code!.html]).toEqual(['', ''])
  expect(other!.text).toContain('김민수')
  expect(JSON.stringify(code)).not.toContain('K7PX4M')
  const arrived = await PostalMime.parse(context.arrived.find(({ to }) => to === 'a@example.com')!.raw)
  expect(arrived.text).toContain('K7PX4M')
  expect(arrived.subject).toBe('[2026 트레이드쇼] 인증번호 K7PX4M')
})

test('a sign-up code is not shown to administrators by a mail server that quotes what it refuses', async () => {
  let quoted = ''
  const context = await openPostOffice((_to, raw) => {
    // As it came: encoded, because it is Korean.
    quoted = /^Subject: .*(\r\n[ \t].*)*/m.exec(raw?.toString() ?? '')?.[0].replace(/\s+/g, ' ') ?? ''
    return { at: 'DATA', code: 554, text: `5.7.1 spam: ${quoted}` }
  })
  const mail = await startSending(context.url)
  await post(codeTo('a@example.com'))
  await untilMailsAre('failed')
  await untilIdle(mail)
  expect((await PostalMime.parse(`${quoted}\r\n\r\n`)).subject).toContain('K7PX4M')
  const [code] = await mails()
  expect(code!.last_error).toBe('554 5.7.1')
  const { rows: jobs } = await pool.query('select output from pgboss.job')
  expect(jobs).toContainEqual({ output: { reason: '554 5.7.1' } })
  for (const secret of ['K7PX4M', quoted]) expect(JSON.stringify([code, jobs])).not.toContain(secret)
})

describe('the address for answers', () => {
  const arrivedWith = async (contact_email: string) => {
    await db.updateTable('settings').set({ contact_email }).execute()
    const context = await openPostOffice()
    await startSending(context.url)
    await post(mailTo('a@example.com'))
    await vi.waitFor(() => expect(context.arrived).toHaveLength(1), SOON)
    const { replyTo, headers } = await PostalMime.parse(context.arrived[0]!.raw)
    return { replyTo, bcc: headers.some(({ key }) => key === 'bcc') }
  }

  test('is the contact address of the settings', async () => {
    expect(await arrivedWith('desk@example.com')).toEqual({
      replyTo: [{ name: '', address: 'desk@example.com' }],
      bcc: false,
    })
  })

  test.each(['', 'nowhere', 'a@example.com\r\nBcc: b@example.com'])(
    'is missing where %j stands there',
    async (contact_email) => {
      expect(await arrivedWith(contact_email)).toEqual({ replyTo: undefined, bcc: false })
    },
  )
})

describe('sending again', () => {
  test('a mail that was sent or given up leaves once more, under its old Message-ID', async () => {
    const context = await openPostOffice()
    await startSending(context.url)
    await post(mailTo('a@example.com'))
    await untilMailsAre('sent')
    const [sent] = await mails()
    expect(await resend(sent!.id)).toEqual([sent!.id])
    await vi.waitFor(() => expect(context.arrived).toHaveLength(2), SOON)
    expect(new Set(context.arrived.map((one) => one.id)).size).toBe(1)
  })

  test('an unknown mail, one that still waits, and a code do not', async () => {
    const context = await openPostOffice()
    await startSending(context.url)
    await post(codeTo('a@example.com'))
    await untilMailsAre('sent')
    const [code] = await mails()
    const answers = await db.transaction().execute(async (tx) => {
      await postMail(tx, [mailTo('b@example.com')], NOW)
      const waits = tx.selectFrom('mails').select('id').where('status', '=', 'queued')
      const { id } = await waits.executeTakeFirstOrThrow()
      return resendMails(tx, [id, code!.id, 999_999], NOW)
    })
    expect(answers).toEqual([])
  })
})
