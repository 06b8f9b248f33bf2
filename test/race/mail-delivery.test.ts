import pg from 'pg'
import { sql, type Kysely } from 'kysely'
import PostalMime from 'postal-mime'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { makeDb, makePool } from '../../server/database/connect.ts'
import type { Database } from '../../server/database/schema.ts'
import { resendMails } from '../../server/features/mails/commands.ts'
import { makeTourNotice, written } from '../make-notice.ts'
import type { Mail } from '../../server/mail/mail.ts'
import { smtpTransport, type Transport } from '../../server/mail/transport.ts'
import { mailPause, mailQueues } from '../../server/outbox/mail.ts'
import { postMail } from '../../server/outbox/post-mail.ts'
import { startQueue } from '../../server/outbox/worker.ts'
import { sendMails, silent } from '../outbox.ts'
import { startPostOffice, type Answer } from '../post-office.ts'
import { withTexts } from '../app.ts'
import { createTestDatabase, type TestDatabase } from '../test-database.ts'
import { countWaiting } from '../waiting.ts'

const NOW = Date.parse('2026-11-19T08:30:00Z')
const SOON = { timeout: 60_000, interval: 20 }

let now = NOW
let database: TestDatabase
let pool: pg.Pool
let db: Kysely<Database>
/** Functions that stop the started parts, called in reverse. */
let started: (() => Promise<unknown>)[]

beforeAll(async () => {
  database = await createTestDatabase()
  const client = new pg.Client(database.connectionString)
  await client.connect()
  // These mails have no reservation.
  await client.query('alter table mails drop constraint mails_reservation_fkey')
  await client.end()
})
afterAll(() => database.drop())
beforeEach(() => {
  now = NOW
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

function startSending(way: string | Transport, { log = silent, on = pool } = {}) {
  const transport =
    typeof way === 'string' ? smtpTransport({ url: way, from: 'Stand <stand@example.com>' }) : way
  const parts = { db: makeDb(on), now: () => now, log }
  const running = mailQueues(parts, transport).map((queue) => startQueue(queue, parts))
  const stop = () => Promise.all(running.map((queue) => queue.stop()))
  started.push(async () => transport.close(), stop)
  return { stop, idle: () => Promise.all(running.map((queue) => queue.idle())) }
}

/** A transport that is a function. */
const sending = (send: Transport['send']): Transport => ({ send, close() {} })

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

const rows = () => db.selectFrom('mails').selectAll().orderBy('id').execute()
/** To write the texts takes milliseconds each: too long for what is asked again and again. */
const mails = async () => (await rows()).map(withTexts)

const untilMailsAre = (...wanted: string[]) =>
  vi.waitFor(async () => expect((await rows()).map(({ status }) => status)).toEqual(wanted), SOON)

/** No mail waits or is being sent any more: one that has not arrived by now never does. */
const untilIdle = () =>
  vi.waitFor(async () => expect((await rows()).filter(({ status }) => status === 'queued')).toEqual([]), SOON)

describe('a mail and its cause are written together', () => {
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

  test('the same event mails once', async () => {
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

describe('what leaves first', () => {
  const gated = () => {
    const begun: string[] = []
    const gate = Promise.withResolvers<void>()
    startSending(
      sending(async ({ to }) => {
        begun.push(to)
        await gate.promise
      }),
    )
    /** The rest need not be sent. */
    const open = async () => {
      await pool.query('delete from mails where attempts = 0')
      gate.resolve()
    }
    return { begun, open }
  }

  test('a decision does not wait behind the codes of a hundred strangers, nor a code behind decisions', async () => {
    const strangers = Array.from({ length: 100 }, (_, n) => codeTo(`stranger${n}@example.com`, `r${n}`))
    await post(...strangers, ...Array.from({ length: 100 }, (_, n) => mailTo(`${n}@example.com`, n)))
    const { begun, open } = gated()
    await vi.waitFor(() => expect(begun).toHaveLength(6), SOON)
    expect(begun.filter((to) => to.startsWith('stranger'))).toHaveLength(2)
    await open()
    await untilIdle()
  })

  test('a mailing to many waits for decisions', async () => {
    const changes = Array.from({ length: 50 }, (_, n): Mail => {
      const facts = factsTo(`${n}@example.com`, n)
      return { kind: 'place_changed', facts: { ...facts, before: facts.reservation } }
    })
    await post(...changes, mailTo('decided@example.com', 77))
    const { begun, open } = gated()
    await vi.waitFor(() => expect(begun).toHaveLength(4), SOON)
    expect(begun).toContain('decided@example.com')
    await open()
    await untilIdle()
  })

  test('of one reservation the mails arrive in their order, whatever fails for now', async () => {
    const [first, second] = [mailTo('a@example.com', 1), mailTo('a@example.com', 2)]
    await post(first, second, mailTo('b@example.com', 3))
    const sent: string[] = []
    let refusals = 1
    const send: Transport['send'] = async ({ to, message_id }) => {
      if (to.startsWith('a') && refusals-- > 0) throw new Error('later')
      sent.push(`${to} ${message_id.split('.')[1]}`)
    }
    await sendMails({ db, now: () => now }, send)
    expect(sent).toEqual(['b@example.com 3'])
    now += 60_000
    await sendMails({ db, now: () => now }, send)
    expect(sent.slice(1)).toEqual(['a@example.com 1', 'a@example.com 2'])
  })
})

test('a waiting mail, as after a restore, is sent once; an expired sign-up code is not', async () => {
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
  const GUARD = 'for update of j skip locked'

  /** Two servers that have both looked before either of them writes what it takes. */
  async function race(isGuarded: boolean) {
    await post(mailTo('a@example.com'))
    const sent: string[] = []
    const holder = await pool.connect()
    await holder.query('begin; select from mails for update')
    const pools = [1, 2].map(() => makePool({ connectionString: database.connectionString }, () => {}))
    const servers = pools.map((each) => {
      each.on('connect', (client) => {
        const send = client.query.bind(client) as (...args: unknown[]) => unknown
        client.query = ((text: unknown, ...rest: unknown[]) =>
          send(
            typeof text === 'string' && !isGuarded ? text.replace(GUARD, '') : text,
            ...rest,
          )) as typeof client.query
      })
      started.push(() => each.end())
      return startSending(
        sending(async ({ to }) => void sent.push(to)),
        { on: each },
      )
    })
    let havePassed = false
    void Promise.all(servers.map((server) => server.idle())).then(() => (havePassed = true))
    await vi.waitFor(async () => expect(havePassed || (await countWaiting(pool)) === 2).toBe(true), SOON)
    await holder.query('commit')
    holder.release()
    await untilIdle()
    return sent
  }

  test('one takes a mail, and the others pass it over', async () => {
    expect(await race(true)).toEqual(['a@example.com'])
  })

  test('control: without the lock of the claim each sends it', async () => {
    expect(await race(false)).toEqual(['a@example.com', 'a@example.com'])
  })

  test('do not claim a mail that was claimed during their query', async () => {
    await post(mailTo('a@example.com'))
    const marking = await pool.connect()
    await marking.query(`begin; update mails set status = 'sent', sent_at = created_at`)
    const sent: string[] = []
    await sendMails({ db, now: () => now }, async ({ to }) => void sent.push(to))
    expect(sent).toEqual([])
    await marking.query('commit')
    marking.release()
  })
})

test('mails are retried for over an hour, sign-up codes for more than five minutes of greylisting', () => {
  const pauses = (kind: string) => {
    const found: number[] = []
    for (let attempts = 1; ; attempts += 1) {
      const pause = mailPause({ kind, attempts })
      if (pause === null) return found
      found.push(pause / 1000)
    }
  }
  expect(pauses('approved')).toEqual([5, 10, 20, 40, 80, 160, 320, 640, 900, 900, 900, 900])
  expect(pauses('verification_code')).toEqual([5, 10, 20, 40, 80, 160])
})

test('a failed mail is tried again after its pause and up to a fifth more, so that many do not come at once', async () => {
  await post(...Array.from({ length: 20 }, (_, n) => mailTo(`${n}@example.com`, n)))
  await sendMails({ db, now: () => now }, async () => {
    throw new Error('away')
  })
  const pauses = (await mails()).map(({ not_before }) => not_before.getTime() - NOW)
  expect(Math.min(...pauses)).toBeGreaterThanOrEqual(5_000)
  expect(Math.max(...pauses)).toBeLessThanOrEqual(6_000)
  expect(new Set(pauses).size).toBeGreaterThan(10)
})

test('once the database takes no word of mails that have left, no more leave, and each leaves once', async () => {
  await post(...Array.from({ length: 8 }, (_, n) => mailTo(`${n}@example.com`, n)))
  const begun: string[] = []
  const [renamed, unmarked] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const log = { ...silent, error: () => unmarked.resolve() }
  const send: Transport['send'] = async ({ to }) => {
    if (begun.push(to) === 4) {
      await pool.query('alter table mails rename to mails_elsewhere')
      renamed.resolve()
    }
    await renamed.promise
  }
  startSending(sending(send), { log })
  await unmarked.promise
  expect(begun).toHaveLength(4)
  await pool.query('alter table mails_elsewhere rename to mails')
  await untilIdle()
  expect(begun.toSorted()).toEqual(Array.from({ length: 8 }, (_, n) => `${n}@example.com`))
})

test('a mail scheduled by a clock far ahead, as of a rehearsal, is sent at once', async () => {
  const sent: string[] = []
  await post(mailTo('soon@example.com', 1), mailTo('rehearsed@example.com', 2))
  const [first, second] = await mails()
  const set = ({ id }: { id: number }, ms: number) =>
    pool.query('update mails set not_before = $2 where id = $1', [id, new Date(NOW + ms)])
  await set(first!, 900_000)
  await set(second!, 7 * 24 * 3_600_000)
  startSending(sending(async ({ to }) => void sent.push(to)))
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
    await vi.waitFor(() => {
      now += 10_000
      expect(context.arrived).not.toEqual([])
    }, SOON)
    await untilIdle()
    expect(context.arrived.map(({ id }) => id)).toEqual([MAIL.message_id])
    expect(await mails()).toMatchObject([{ status: 'sent', last_error: null }])
  })

  test('for good, it fails at once with its reason', async () => {
    const text = '5.1.1 no such user: nobody@example.com'
    const context = await openPostOffice(() => ({ at: 'RCPT TO', code: 550, text }))
    const logged = vi.spyOn(silent, 'warn')
    startSending(context.url)
    await post(mailTo('nobody@example.com'))
    await untilMailsAre('failed')
    expect(await mails()).toMatchObject([
      { attempts: 1, last_error: expect.stringContaining('550 5.1.1 no such user'), sent_at: null },
    ])
    // The log must not contain names.
    expect(JSON.stringify(logged.mock.calls)).toContain('no such user: …')
    expect(JSON.stringify(logged.mock.calls)).not.toContain('nobody@example.com')
    logged.mockRestore()
  })

  test('again and again, it is given up after the last try', async () => {
    const context = await openPostOffice(() => ({ at: 'DATA', code: 451, text: 'never today' }))
    startSending(context.url)
    await post(mailTo('a@example.com'))
    await vi.waitFor(async () => {
      now += 1_000_000
      expect((await mails()).map(({ status }) => status)).toEqual(['failed'])
    }, SOON)
    expect(await mails()).toMatchObject([
      { attempts: 13, last_error: expect.stringContaining('never today') },
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

describe('while the mail server takes no mail', () => {
  const letters = (count: number) => Array.from({ length: count }, (_, n) => mailTo(`${n}@example.com`, n))
  const untilTried = () =>
    vi.waitFor(
      async () => expect((await rows()).map(({ last_error }) => last_error)).not.toContain(null),
      SOON,
    )
  const sendOnce = async (url: string) => {
    const transport = smtpTransport({ url, from: 'Stand <stand@example.com>' })
    await sendMails({ db, now: () => now }, (...mail) => transport.send(...mail))
    transport.close()
  }

  test.each<Answer>([
    { at: 'DATA', code: 550, text: '5.4.5 Daily user sending limit exceeded' },
    { at: 'DATA', code: 535, text: '5.7.8 not accepted' },
    { at: 'RCPT TO', code: 421, text: '4.7.0 too many connections' },
    { at: 'RCPT TO', code: 454, text: '4.7.0 temporary authentication failure' },
  ])('%j fails no mail in four days, and one that is sent makes all others leave', async (refusal) => {
    let answer: Answer = refusal
    const context = await openPostOffice(() => answer)
    await post(...letters(3))
    // More tries than end a mail that is refused for itself.
    for (let tries = 0; tries < 14; tries += 1) {
      await sendOnce(context.url)
      now += 7 * 3_600_000
    }
    expect((await mails()).map(({ status }) => status)).toEqual(letters(3).map(() => 'queued'))
    expect(context.arrived).toEqual([])
    answer = null
    await sendOnce(context.url)
    expect(context.arrived).toHaveLength(3)
    expect((await mails()).every(({ status, held_since }) => status === 'sent' && !held_since)).toBe(true)
  })

  test('all of them leave at the first success after it was away, though their next try is far', async () => {
    const first = await startPostOffice()
    await first.close()
    startSending(first.url)
    await post(...letters(40))
    await untilTried()
    const far = await pool.query(`update mails set not_before = $1`, [new Date(NOW + 3_600_000)])
    expect(far.rowCount).toBe(40)
    const again = await startPostOffice(undefined, first.port)
    started.push(() => again.close())
    await post(codeTo('new@example.com'))
    await untilIdle()
    expect(new Set(again.arrived.map(({ to }) => to)).size).toBe(41)
    expect(again.arrived).toHaveLength(41)
  })

  test('a mail that is then delayed by its own recipient is tried again', async () => {
    let answer: Answer = { at: 'DATA', code: 550, text: '5.4.5 limit' }
    const context = await openPostOffice(() => answer)
    await post(mailTo('a@example.com'))
    for (let tries = 0; tries < 15; tries += 1) {
      if (tries === 14) answer = { at: 'RCPT TO', code: 450, text: '4.7.1 greylisted' }
      await sendOnce(context.url)
      now += 7 * 3_600_000
    }
    answer = null
    await sendOnce(context.url)
    expect(context.arrived).toHaveLength(1)
  })

  test('a mail that waits for its own recipient is not hurried by the others', async () => {
    const context = await openPostOffice((to) =>
      to.startsWith('0') ? { at: 'RCPT TO', code: 450, text: '4.7.1 greylisted' } : null,
    )
    startSending(context.url)
    await post(...letters(5))
    await untilMailsAre('queued', 'sent', 'sent', 'sent', 'sent')
    expect(await mails()).toMatchObject([{ attempts: 1, held_since: null }, {}, {}, {}, {}])
  })

  test('after five days a mail is given up', async () => {
    const context = await openPostOffice(() => ({ at: 'DATA', code: 550, text: '5.4.5 limit' }))
    await post(mailTo('a@example.com'))
    await sendOnce(context.url)
    now += 5 * 24 * 3_600_000
    await sendOnce(context.url)
    expect(await mails()).toMatchObject([
      { status: 'failed', last_error: expect.stringContaining('550 5.4.5'), held_since: null },
    ])
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

  test('a stopping one finishes its mail and claims no more; the other continues', async () => {
    const held: (() => void)[] = []
    const stopping = startSending(sending(() => new Promise((resolve) => held.push(resolve))))
    await post(mailTo('a@example.com', 1))
    await vi.waitFor(() => expect(held).toHaveLength(1), SOON)
    const stopped = stopping.stop()
    await post(mailTo('b@example.com', 2))
    // It renews its lease at the beginning of a turn: the second renewal ends the first turn.
    for (let turn = 0; turn < 2; turn += 1) {
      now += 5_000
      const renewed = new Date(now + 15_000)
      await vi.waitFor(async () => expect((await rows())[0]!.locked_until).toEqual(renewed), SOON)
    }
    expect(held).toHaveLength(1)

    const context = await openPostOffice()
    startSending(context.url)
    await vi.waitFor(() => expect(context.arrived).not.toEqual([]), SOON)
    held[0]!()
    await stopped
    await untilIdle()
    expect(context.arrived.map(({ to }) => to)).toEqual(['b@example.com'])
    expect((await mails()).map(({ status }) => status)).toEqual(['sent', 'sent'])
  })

  test('a mail on its way keeps its lease when the clock is set back', async () => {
    const left = Promise.withResolvers<void>()
    let tries = 0
    startSending(sending(() => ((tries += 1), left.promise)))
    await post(mailTo('a@example.com'))
    await vi.waitFor(() => expect(tries).toBe(1), SOON)
    now -= 60_000
    const renewed = new Date(now + 15_000)
    await vi.waitFor(async () => expect((await rows())[0]!.locked_until).toEqual(renewed), SOON)
    left.resolve()
    await untilIdle()
    expect(tries).toBe(1)
  })

  test('a mail that one finds while it is stopped is sent once, by it or by the other', async () => {
    const sent: string[] = []
    const stopping = startSending(sending(async ({ to }) => void sent.push(to)))
    let stopped: Promise<unknown> | undefined
    await db.transaction().execute(async (tx) => {
      await sql`lock table mails in access exclusive mode`.execute(tx)
      // Each of its queues looks for itself.
      await vi.waitFor(async () => expect(await countWaiting(pool)).toBe(2), SOON)
      stopped = stopping.stop()
      await postMail(tx, [mailTo('a@example.com')], NOW)
    })
    await stopped
    expect(sent.length).toBeLessThanOrEqual(1)

    const context = await openPostOffice()
    startSending(context.url)
    await untilIdle()
    expect([...sent, ...context.arrived.map(({ to }) => to)]).toEqual(['a@example.com'])
  })
})

describe('a mail that was being sent when its process died', () => {
  const lease = (seconds: number) =>
    pool.query('update mails set attempts = 1, locked_until = $1', [new Date(NOW + seconds * 1000)])

  test('is sent by another one once its lease has run out, and no sooner', async () => {
    await post(mailTo('a@example.com'))
    await lease(15)
    const sent: string[] = []
    const send: Transport['send'] = async ({ to }) => void sent.push(to)
    now += 14_000
    await sendMails({ db, now: () => now }, send)
    expect(sent).toEqual([])
    now += 1_000
    await sendMails({ db, now: () => now }, send)
    expect(sent).toEqual(['a@example.com'])
  })

  test('whose lease is of a clock far ahead, as of a rehearsal, leaves at once', async () => {
    await post(mailTo('a@example.com'))
    await lease(7 * 24 * 3_600)
    const sent: string[] = []
    await sendMails({ db, now: () => now }, async ({ to }) => void sent.push(to))
    expect(sent).toEqual(['a@example.com'])
  })

  test('fails after ending as many processes as it has attempts', async () => {
    await post(mailTo('poison@example.com'))
    await pool.query('update mails set attempts = 13')
    const sent: string[] = []
    await sendMails({ db, now: () => now }, async ({ to }) => void sent.push(to))
    expect(sent).toEqual([])
    expect(await mails()).toMatchObject([{ status: 'failed', last_error: 'interrupted while sending' }])
  })
})

test('a calendar entry arrives as an alternative part and an attachment', async () => {
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

test('a sign-up code is erased once its mail is sent', async () => {
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
    // The encoded Korean subject as received.
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
    'is missing if it is set to %j',
    async (contact_email) => {
      expect(await arrivedWith(contact_email)).toEqual({ replyTo: undefined, bcc: false })
    },
  )
})

describe('sending again', () => {
  test('a sent or failed mail is sent again under its old Message-ID', async () => {
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
