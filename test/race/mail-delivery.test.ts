import pg from 'pg'
import { sql, type Kysely } from 'kysely'
import PostalMime from 'postal-mime'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { makeDb, makePool } from '../../server/database/connect.ts'
import type { Database } from '../../server/database/schema.ts'
import { makeClaims } from '../../server/mail/claims.ts'
import { deliver } from '../../server/mail/delivery.ts'
import { makeTourNotice, written } from '../../server/mail/make-notice.ts'
import type { Mail } from '../../server/mail/mail.ts'
import { pauseAfter, RETRY, type Retry } from '../../server/mail/queue.ts'
import { postMail, resendMails } from '../../server/mail/outbox.ts'
import { smtpTransport, type Transport } from '../../server/mail/transport.ts'
import { startMail, type RunningMail } from '../../server/mail/worker.ts'
import { startPostOffice, type Answer } from '../post-office.ts'
import { withTexts } from '../app.ts'
import { createTestDatabase, type TestDatabase } from '../test-database.ts'
import { countWaiting } from '../waiting.ts'

const NOW = Date.parse('2026-11-19T08:30:00Z')
const AT_ONCE: Retry = { limit: 2, first_seconds: 1, longest_seconds: 0 }
const silent = { info() {}, warn() {}, error() {} }
const SOON = { timeout: 60_000, interval: 20 }

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
beforeEach(() => {
  started = []
  pool = makePool({ connectionString: database.connectionString }, () => {})
  db = makeDb(pool)
})
afterEach(async () => {
  for (const stop of started.reverse()) await stop()
  await pool.query('delete from mails')
  await pool.end()
})

async function openPostOffice(answer?: Parameters<typeof startPostOffice>[0]) {
  const context = await startPostOffice(answer)
  started.push(() => context.close())
  return context
}

function startSending(
  way: string | Transport,
  options: Partial<Parameters<typeof startMail>[0]> = {},
): RunningMail {
  const transport =
    typeof way === 'string' ? smtpTransport({ url: way, from: 'Stand <stand@example.com>' }) : way
  const mail = startMail({
    pool,
    db,
    transport,
    now: () => NOW,
    log: silent,
    retry: AT_ONCE,
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

/** The locks of mails that are under way in this database. */
const CLAIMS = `from pg_locks join pg_database d on d.oid = database
  where locktype = 'advisory' and classid = 7203115 and datname = current_database()`

/** No mail waits or is under way any more: one that has not arrived by now never does. */
const untilIdle = () =>
  vi.waitFor(async () => {
    const { rows } = await pool.query(
      `select id from mails where status = 'queued' union all select objid::int ${CLAIMS}`,
    )
    expect(rows).toEqual([])
  }, SOON)

describe('a mail and what it tells are one', () => {
  test('a mail of work that was rolled back never leaves', async () => {
    const context = await openPostOffice()
    startSending(context.url)
    const undone = db.transaction().execute(async (tx) => {
      await postMail(tx, [mailTo('undone@example.com', 7)], NOW)
      throw new Error('no')
    })
    await expect(undone).rejects.toThrow('no')
    await post(mailTo('done@example.com'))
    await vi.waitFor(() => expect(context.arrived).not.toEqual([]), SOON)
    await untilIdle()
    expect(context.arrived.map(({ to }) => to)).toEqual(['done@example.com'])
  })

  test('the same fact told twice is one mail', async () => {
    const context = await openPostOffice()
    startSending(context.url)
    await post(mailTo('a@example.com'), mailTo('a@example.com'))
    await post(mailTo('a@example.com'))
    await vi.waitFor(() => expect(context.arrived).not.toEqual([]), SOON)
    await untilIdle()
    expect(context.arrived).toHaveLength(1)
    expect(await mails()).toMatchObject([{ status: 'sent', attempts: 1, sent_at: new Date(NOW) }])
  })
})

test('a decision does not wait behind the codes of a hundred strangers', async () => {
  const begun: string[] = []
  const gate = Promise.withResolvers<void>()
  startSending({
    send: async ({ to }) => {
      begun.push(to)
      await gate.promise
    },
    close() {},
  })
  const stranger = (n: number) => `stranger${n}@example.com`
  const codes = Array.from({ length: 100 }, (_, n) => codeTo(stranger(n), `r${n}`))
  await post(...codes)
  await vi.waitFor(() => expect(begun).not.toEqual([]), SOON)
  await post(mailTo('decided@example.com'))
  // While no code gets any further.
  await vi.waitFor(() => expect(begun).toContain('decided@example.com'), SOON)
  gate.resolve()
  await untilIdle()
})

test('a mail that waits, as after a restore, leaves once; a sign-up code that is too late does not', async () => {
  const context = await openPostOffice()
  await post(mailTo('a@example.com'), codeTo('late@example.com'))
  await db
    .updateTable('mails')
    .set({ created_at: new Date(NOW - 11 * 60_000) })
    .where('kind', '=', 'verification_code')
    .execute()
  for (let processes = 0; processes < 2; processes += 1) startSending(context.url)
  await untilMailsAre('sent', 'failed')
  await untilIdle()
  expect(context.arrived.map(({ to }) => to)).toEqual(['a@example.com'])
  expect((await mails())[1]).toMatchObject({ text: '', html: '', last_error: 'too late to be of use' })
})

describe('of servers that look at once', () => {
  test('one takes a mail, and the others pass it over', async () => {
    await post(mailTo('a@example.com', 1), mailTo('b@example.com', 2))
    const taken: number[] = []
    const held = Promise.withResolvers<void>()
    let foundNone = 0
    const take = async (most: number) => {
      const count = await makeClaims(pool, () => NOW).take({ codes: false, most }, async (found) => {
        taken.push(...found.map(({ id }) => id))
        await held.promise
      })
      if (count === 0) foundNone += 1
      return count
    }
    const looks = Array.from({ length: 6 }, () => take(1))
    // All have looked: one that comes late would find what is given back.
    await vi.waitFor(() => expect([taken.length, foundNone]).toEqual([2, 4]), SOON)
    // Two are taken by now, and are in nobody's way: whoever looks finds the third.
    await post(mailTo('c@example.com', 3))
    looks.push(take(1))
    await vi.waitFor(() => expect(taken).toHaveLength(3), SOON)
    held.resolve()
    expect((await Promise.all(looks)).toSorted((a, b) => a - b)).toEqual([0, 0, 0, 0, 1, 1, 1])
    expect(new Set(taken).size).toBe(3)
  })

  test('control: of those that look without taking, each sends it', async () => {
    await post(mailTo('a@example.com'))
    const look = () => db.selectFrom('mails').selectAll().where('status', '=', 'queued').execute()
    const sent: string[] = []
    const send = async ({ to }: { to: string }) => void sent.push(to)
    const parts = { db, transport: { send, close() {} }, now: () => NOW, log: silent, retry: AT_ONCE }
    for (const found of await Promise.all([look(), look()])) await deliver(parts, found)
    expect(sent).toHaveLength(2)
  })

  test('a mail that is marked while another looks is not taken by that look', async () => {
    await post(mailTo('a@example.com'))
    const marking = await pool.connect()
    await marking.query(`begin; update mails set status = 'sent', sent_at = created_at`)
    const found = makeClaims(pool, () => NOW).take({ codes: false, most: 9 }, async () => {})
    expect(await found).toBe(0)
    await marking.query('commit')
    marking.release()
  })
})

test('tries go on for a good hour, those of a sign-up code until it has expired', () => {
  const pauses = (kind: string) => {
    const mail = { kind, facts: {}, attempts: 1, created_at: new Date(NOW), last_error: null }
    const found: number[] = []
    for (; ; mail.attempts += 1) {
      const pause = pauseAfter(mail, RETRY)
      if (pause === null) return found
      found.push(pause)
    }
  }
  expect(pauses('approved')).toEqual([5, 10, 20, 40, 80, 160, 320, 640, 900, 900, 900, 900])
  expect(pauses('verification_code')).toEqual([5, 10, 20, 40, 80])
})

test('once the database takes no word of mails that have left, no more leave', async () => {
  await post(...Array.from({ length: 8 }, (_, n) => mailTo(`${n}@example.com`, n)))
  const posted = await db.selectFrom('mails').selectAll().orderBy('id').execute()
  const begun: string[] = []
  const unmarked = Promise.withResolvers<void>()
  const send = async ({ to }: { to: string }) => {
    if (begun.push(to) === 1) await pool.query('alter table mails rename to mails_elsewhere')
    else await unmarked.promise
  }
  const log = { ...silent, error: () => unmarked.resolve() }
  const parts = { db, transport: { send, close() {} }, now: () => NOW, log, retry: AT_ONCE }
  await expect(deliver(parts, posted)).rejects.toThrow('mails')
  await pool.query('alter table mails_elsewhere rename to mails')
  // Five at once, and one more before it was known.
  expect(begun).toHaveLength(6)
})

test('a process that is busy all the time sends all the same', async () => {
  const sent: string[] = []
  startSending({ send: async ({ to }) => void sent.push(to), close() {} }, { isBusy: () => true })
  await post(mailTo('a@example.com'))
  await untilMailsAre('sent')
  expect(sent).toEqual(['a@example.com'])
})

test('a mail whose next try was set by a clock far ahead, as of a rehearsal, leaves at once', async () => {
  const sent: string[] = []
  await post(mailTo('soon@example.com', 1), mailTo('rehearsed@example.com', 2))
  const [first, second] = await mails()
  const set = ({ id }: { id: number }, ms: number) =>
    pool.query('update mails set next_try_at = $2 where id = $1', [id, new Date(NOW + ms)])
  await set(first!, 900_000)
  await set(second!, 7 * 24 * 3_600_000)
  startSending({ send: async ({ to }) => void sent.push(to), close() {} })
  await untilMailsAre('queued', 'sent')
  expect(sent).toEqual(['rehearsed@example.com'])
})

describe('a mail that is refused', () => {
  test('for now, it arrives later, exactly once', async () => {
    let refusals = 2
    const later: Answer = { at: 'DATA', code: 451, text: '4.7.1 try again later' }
    const context = await openPostOffice(() => (refusals-- > 0 ? later : null))
    startSending(context.url)
    await post(mailTo('a@example.com'))
    await vi.waitFor(() => expect(context.arrived).not.toEqual([]), SOON)
    await untilIdle()
    expect(context.arrived.map(({ id }) => id)).toEqual([MAIL.message_id])
    expect(await mails()).toMatchObject([{ status: 'sent', last_error: null }])
  })

  test('for good, it ends as failed with its reason, at once', async () => {
    const text = '5.1.1 no such user: nobody@example.com'
    const context = await openPostOffice(() => ({ at: 'RCPT TO', code: 550, text }))
    const logged = vi.spyOn(silent, 'warn')
    startSending(context.url)
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
    startSending(context.url)
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
    startSending(context.url)
    await post(...[1, 2, 3, 4].map((n) => mailTo(n % 2 ? `bad${n}@example.com` : `${n}@example.com`, n)))
    await untilMailsAre('failed', 'sent', 'failed', 'sent')
    expect(context.arrived.map(({ to }) => to).sort()).toEqual(['2@example.com', '4@example.com'])
  })
})

describe('two servers on one database', () => {
  test('50 mails arrive once each', async () => {
    const context = await openPostOffice()
    for (let servers = 0; servers < 2; servers += 1) startSending(context.url)
    const letters = Array.from({ length: 50 }, (_, n) => mailTo(`${n}@example.com`, n))
    await Promise.all(letters.map((letter) => post(letter)))
    await untilMailsAre(...letters.map(() => 'sent'))
    await untilIdle()
    expect(context.arrived.map(({ to }) => to).sort()).toEqual(letters.map(({ facts }) => facts.to).sort())
  })

  test('one that stops lets its mail arrive and takes no more; the other goes on', async () => {
    const held: (() => void)[] = []
    const slow = { send: () => new Promise<void>((resolve) => held.push(resolve)), close() {} }
    const stopping = startSending(slow)
    await post(mailTo('a@example.com', 1))
    await vi.waitFor(() => expect(held).toHaveLength(1), SOON)
    const stopped = stopping.stop()
    await post(mailTo('b@example.com', 2))

    const context = await openPostOffice()
    startSending(context.url)
    await vi.waitFor(() => expect(context.arrived).not.toEqual([]), SOON)
    held[0]!()
    await stopped
    await untilIdle()
    expect(context.arrived.map(({ to }) => to)).toEqual(['b@example.com'])
    expect((await mails()).map(({ status }) => status)).toEqual(['sent', 'sent'])
  })

  test('one that is stopped while it looks sends nothing of what it finds', async () => {
    const sent: string[] = []
    const stopping = startSending({ send: async ({ to }) => void sent.push(to), close() {} })
    let stopped: Promise<void> | undefined
    await db.transaction().execute(async (tx) => {
      await sql`lock table mails in access exclusive mode`.execute(tx)
      // Each of its loops looks for itself.
      await vi.waitFor(async () => expect(await countWaiting(pool)).toBe(4), SOON)
      stopped = stopping.stop()
      await postMail(tx, [mailTo('a@example.com')], NOW)
    })
    await stopped
    expect(sent).toEqual([])

    const context = await openPostOffice()
    startSending(context.url)
    await untilIdle()
    expect(context.arrived.map(({ to }) => to)).toEqual(['a@example.com'])
  })
})

describe('a mail that was being sent when its process died', () => {
  const endConnections = (id: number) =>
    pool.query(`select pg_terminate_backend(pid) ${CLAIMS} and objid = $1`, [id])

  test('is sent by another one, which leaves alone what a living one is slow to send', async () => {
    // One that dies is one whose connection ends, before anything was written down.
    await post(mailTo('abandoned@example.com', 1))
    const elsewhere = makePool({ connectionString: database.connectionString }, () => {})
    const dead = Promise.withResolvers<void>()
    const dying = makeClaims(elsewhere, () => NOW).take({ codes: false, most: 1 }, () => dead.promise)
    await vi.waitFor(async () => expect(await mails()).toMatchObject([{ attempts: 1 }]), SOON)

    const begun: string[] = []
    const slow = Promise.withResolvers<void>()
    const send = async ({ to }: { to: string }) => {
      begun.push(to)
      if (to.startsWith('slow')) await slow.promise
    }
    await post(mailTo('slow@example.com', 2))
    startSending({ send, close() {} })
    startSending({ send, close() {} })
    await vi.waitFor(() => expect(begun).toHaveLength(1), SOON)
    await endConnections((await mails())[0]!.id)
    await untilMailsAre('sent', 'queued')
    dead.resolve()
    await dying
    await elsewhere.end()
    slow.resolve()
    await untilMailsAre('sent', 'sent')
    await untilIdle()
    expect(begun).toEqual(['slow@example.com', 'abandoned@example.com'])
  })

  test('is free as soon as its connection is gone, and no sooner, for others and for the same process', async () => {
    await post(mailTo('a@example.com', 1))
    const { id } = (await mails())[0]!
    const [one, other] = [makeClaims(pool, () => NOW), makeClaims(pool, () => NOW)]
    const sending = Promise.withResolvers<void>()
    const begun = Promise.withResolvers<void>()
    const lane = { codes: false, most: 9 }
    const first = one.take(lane, () => {
      begun.resolve()
      return sending.promise
    })
    await begun.promise
    const again = (claims: typeof one) => claims.take(lane, async () => {})
    expect(await Promise.all([again(one), again(other)])).toEqual([0, 0])
    await post(mailTo('b@example.com', 2))
    expect(await again(other)).toBe(1)
    await pool.query(`update mails set status = 'sent' where id <> $1`, [id])

    await endConnections(id)
    await vi.waitFor(async () => expect(await again(other)).toBe(1), SOON)
    sending.resolve()
    expect(await first).toBe(1)
    expect(await again(one)).toBe(1)
  })

  test('is given up when it has ended as many processes as it has tries', async () => {
    await post(mailTo('poison@example.com'))
    const claims = makeClaims(pool, () => NOW)
    // Each takes it and dies before it has written anything down.
    for (let tries = 0; tries <= AT_ONCE.limit; tries += 1)
      expect(await claims.take({ codes: false, most: 1 }, async () => {})).toBe(1)
    const sent: string[] = []
    startSending({ send: async ({ to }) => void sent.push(to), close() {} })
    await untilMailsAre('failed')
    expect(sent).toEqual([])
    expect(await mails()).toMatchObject([{ last_error: 'interrupted while sending' }])
  })
})

test('a calendar arrives as one part to be read and one attachment', async () => {
  const context = await openPostOffice()
  startSending(context.url)
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
  startSending(context.url)
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
  startSending(context.url)
  await post(codeTo('a@example.com'))
  await untilMailsAre('failed')
  await untilIdle()
  expect((await PostalMime.parse(`${quoted}\r\n\r\n`)).subject).toContain('K7PX4M')
  const [code] = await mails()
  expect(code!.last_error).toBe('554 5.7.1')
  for (const secret of ['K7PX4M', quoted]) expect(JSON.stringify(code)).not.toContain(secret)
})

describe('the address for answers', () => {
  const arrivedWith = async (contact_email: string) => {
    await db.updateTable('settings').set({ contact_email }).execute()
    const context = await openPostOffice()
    startSending(context.url)
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
    startSending(context.url)
    await post(mailTo('a@example.com'))
    await untilMailsAre('sent')
    const [sent] = await mails()
    expect(await resend(sent!.id)).toEqual([sent!.id])
    await vi.waitFor(() => expect(context.arrived).toHaveLength(2), SOON)
    expect(new Set(context.arrived.map((one) => one.id)).size).toBe(1)
  })

  test('an unknown mail, one that still waits, and a code do not', async () => {
    const context = await openPostOffice()
    startSending(context.url)
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
