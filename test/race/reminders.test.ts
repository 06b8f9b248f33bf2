import type pg from 'pg'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { bookTourFor } from '../../contract/admin/walk-ins.ts'
import { reminderSettings } from '../../contract/admin/settings.ts'
import { actOnReservation } from '../../contract/reservation-action.ts'
import { sendDueReminders } from '../../server/features/reminders/sending/commands.ts'
import { tellOfWaitingRequests } from '../../server/features/reminders/waiting-requests/commands.ts'
import type { PostMail } from '../../server/mail/mail-types.ts'
import { postMail } from '../../server/outbox/post-mail.ts'
import { useAdmin, useEventDate, useTestApp } from '../fixture.ts'
import { cancelAll, makeDocent, makeMember, makeTourSlots, tourParty } from '../make.ts'
import { decision, makeReservation } from '../make-reservation.ts'
import { REMINDERS_ON } from '../reminder-settings.ts'
import { countWaiting } from '../waiting.ts'

const PUBLIC_URL = 'https://stand.example.com'

const app = useTestApp()
// Before the first connection, so that it covers all of them.
beforeAll(() => void app.pool.on('connect', watchConnection))
const day = useEventDate(app)
const admin = useAdmin(app)

/** A lock, and its replacement in every statement of a control. */
let weakened: readonly [RegExp, string] | null = null
/** Runs once, after the first matching statement. */
let afterStatement: { like: RegExp; work: () => Promise<unknown> } | null = null

function watchConnection(client: pg.PoolClient) {
  const send = client.query.bind(client) as (...args: unknown[]) => Promise<unknown>
  const query = async (text: unknown, ...rest: unknown[]) => {
    if (typeof text !== 'string') return send(text, ...rest)
    const answer = await send(weakened ? text.replace(...weakened) : text, ...rest)
    if (afterStatement?.like.test(text)) {
      const { work } = afterStatement
      afterStatement = null
      await work()
    }
    return answer
  }
  client.query = query as typeof client.query
}

const SETTINGS = {
  ...REMINDERS_ON,
  request_alert_hours: 1,
  request_hours_from: '00:00',
  request_hours_until: '23:59',
}

beforeEach(async () => {
  weakened = null
  afterStatement = null
  await cancelAll(app.db)
  await app.db.deleteFrom('reminders').execute()
  await app.db.deleteFrom('mails').execute()
  await admin.ok(reminderSettings.change, { body: SETTINGS })
})

const agreed = async () => (await makeReservation(app, admin, day, { status: 'APPROVED' })).reservation
const atDue = () => app.setClock('2026-11-20', '09:40')
async function untilWaiting() {
  await expect.poll(() => countWaiting(app.pool), { interval: 5, timeout: 5_000 }).toBeGreaterThan(0)
}
const reminders = async () => (await app.mails()).filter(({ kind }) => kind.startsWith('reminder'))

/** A worker that waits for `goOn` before it posts; `posted` is the number of mails. */
function worker(goOn: () => Promise<unknown> = async () => {}) {
  const posted: number[] = []
  const post: PostMail = async (tx, mails, now) => {
    posted.push(...mails.map(({ facts }) => ('reservation' in facts ? facts.reservation.id : 0)))
    await goOn()
    await postMail(tx, mails, now)
  }
  return {
    posted,
    send: () => sendDueReminders({ db: app.db, postMail: post, publicUrl: PUBLIC_URL }, app.now()),
  }
}

describe('two simultaneous workers', () => {
  const LOCKS = /for update of m skip locked for share of r skip locked/

  /** The first worker pauses until the second one is done, or waits for it. */
  async function race(until: (second: Promise<number>) => Promise<unknown>) {
    for (let n = 0; n < 5; n += 1) await agreed()
    atDue()
    const [taken, looked] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const first = worker(() => {
      taken.resolve()
      return looked.promise
    })
    const second = worker()
    const sending = first.send()
    await taken.promise
    const other = second.send()
    await until(other)
    looked.resolve()
    await Promise.all([sending, other])
    return [first.posted.length, second.posted.length]
  }

  test('send each reminder once, and neither waits for the other', async () => {
    expect(await race((second) => second)).toEqual([5, 0])
    expect(await reminders()).toHaveLength(5)
  })

  test('control: without locks both send, and only the Message-ID prevents a second mail', async () => {
    weakened = [LOCKS, '']
    expect(await race(untilWaiting)).toEqual([5, 5])
    expect(await reminders()).toHaveLength(5)
  })

  test('many at once over and over send each once', async () => {
    for (let n = 0; n < 12; n += 1) await agreed()
    atDue()
    const allHaveLooked = Promise.withResolvers<void>()
    let looked = 0
    const workers = Array.from({ length: 8 }, () =>
      worker(() => {
        looked += 1
        return allHaveLooked.promise
      }),
    )
    const sending = workers.map(async ({ send, posted }) => {
      await send()
      if (posted.length === 0) looked += 1
    })
    await expect.poll(async () => looked + (await countWaiting(app.pool)), { interval: 5 }).toBe(8)
    allHaveLooked.resolve()
    await Promise.all(sending)
    const posted = workers.flatMap((each) => each.posted)
    expect([posted.length, new Set(posted).size]).toEqual([12, 12])
  })
})

describe('a reservation that is cancelled while its reminder is due', () => {
  /** A cancellation is not committed yet when a worker looks. */
  async function cancelledMeanwhile() {
    const { id } = await agreed()
    atDue()
    const client = await app.pool.connect()
    await client.query('begin')
    await client.query(
      `with ended as (update reservations set status = 'CANCELLED' where id = $1 returning id)
        update slots set reservation_id = null from ended where reservation_id = ended.id`,
      [id],
    )
    let isOver = false
    const sending = worker()
      .send()
      .finally(() => (isOver = true))
    await expect.poll(async () => isOver || (await countWaiting(app.pool)) > 0, { interval: 5 }).toBe(true)
    await client.query('commit')
    client.release()
    await sending
    return (await reminders()).length
  }

  test('is passed over by the worker', async () => {
    expect(await cancelledMeanwhile()).toBe(0)
  })

  test('control: is still sent by a worker that ignores the lock', async () => {
    weakened = [/for share of r skip locked/, '']
    expect(await cancelledMeanwhile()).toBe(1)
  })

  test('waits for the worker, and then deletes the unsent mail', async () => {
    const reservation = await agreed()
    app.setClock('2026-11-20', '09:40')
    let cancelling: Promise<unknown> | undefined
    const { send, posted } = worker(async () => {
      cancelling = admin.ok(actOnReservation, decision(reservation, 'cancel'))
      await untilWaiting()
    })
    await send()
    await cancelling
    expect(posted).toHaveLength(1)
    expect(await reminders()).toEqual([])
  })
})

describe('a walk-in that is booked while the settings change', () => {
  async function race() {
    const member = await makeMember(app.db)
    const [slot] = await makeTourSlots(app.db, day, await makeDocent(app.db), '10:00')
    const body = {
      user_id: member.id,
      available_tour_id: slot!.id,
      event_date_id: day.id,
      visitor: tourParty,
    }
    let changing: Promise<unknown> | undefined
    let isChanged = false
    const work = async () => {
      changing = admin
        .ok(reminderSettings.change, { body: { ...SETTINGS, reminder_minutes: 60 } })
        .finally(() => (isChanged = true))
      await expect
        .poll(async () => isChanged || (await countWaiting(app.pool)) > 0, { interval: 5 })
        .toBe(true)
    }
    afterStatement = { like: /insert into reminders/, work }
    await admin.ok(bookTourFor, { body })
    await changing
    const [row] = await app.db.selectFrom('reminders').selectAll().where('ended_at', 'is', null).execute()
    return (row!.starts_at.getTime() - row!.due_at.getTime()) / 60_000
  }

  test('gets reminders by the new settings', async () => {
    expect(await race()).toBe(60)
  })

  test('control: by the old ones, if it does not lock the settings', async () => {
    weakened = [/for key share$/, '']
    expect(await race()).toBe(20)
  })
})

describe('of two who watch the requests at once', () => {
  async function race() {
    await makeReservation(app, admin, day)
    await app.db.updateTable('settings').set({ requests_told_at: null }).execute()
    app.setClock('2026-11-20', '09:40')
    let posted = 0
    const context = {
      db: app.db,
      publicUrl: PUBLIC_URL,
      postMail: async () => {
        posted += 1
        // The other worker has read the state before the cancellation.
        if (posted === 1) await untilWaiting()
      },
    }
    const look = () => tellOfWaitingRequests(context, app.now())
    await Promise.all([look(), look()])
    return posted
  }

  test('one tells', async () => {
    expect(await race()).toBe(1)
  })

  test('control: both do without checking for the other', async () => {
    weakened = [/"requests_told_at" is not distinct from \$2/, '($2::timestamptz is null or true)']
    expect(await race()).toBe(2)
  })
})
