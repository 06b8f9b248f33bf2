import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { changeDocent } from '../../../../contract/admin/places.ts'
import { useAdmin, useEventDate, useTestApp } from '../../../../test/fixture.ts'
import { cancelAll, makeAdmin, makeDocent, makeEventDate, makeMember } from '../../../../test/make.ts'
import { makeManyTours, makeReservation } from '../../../../test/make-reservation.ts'
import { sendMails } from '../../../../test/outbox.ts'
import { postMail } from '../../../outbox/post-mail.ts'
import { catchUpWithReminders } from '../commands.ts'
import { sendDueReminders } from './commands.ts'

const app = useTestApp({ clock: ['2026-11-18', '10:00'] })
const admin = useAdmin(app)
const day = useEventDate(app, '2026-11-20')

beforeEach(async () => {
  await cancelAll(app.db)
  await app.db.deleteFrom('reminders').execute()
  await app.db.deleteFrom('mails').execute()
  await app.db.updateTable('settings').set({ reminders_by_mail: true }).execute()
})

const agreed = () => makeReservation(app, admin, day, { status: 'APPROVED' })
const send = () =>
  sendDueReminders({ db: app.db, postMail, publicUrl: 'https://stand.example.com' }, app.now())
const reminders = async () => (await app.mails()).filter(({ kind }) => kind.startsWith('reminder'))

/** Looks at each of these moments of one day; answers when something was due. */
async function sentAt(date: string, ...times: string[]) {
  const sent = []
  for (const time of times) {
    app.setClock(date, time)
    for (let n = await send(); n > 0; n -= 1) sent.push(time)
  }
  return sent
}

test('a member is mailed at six on the evening before, once', async () => {
  const { member } = await agreed()
  expect(await sentAt('2026-11-19', '17:59', '18:00', '18:00', '18:01', '21:00')).toEqual(['18:00'])
  expect(await reminders()).toMatchObject([
    {
      kind: 'reminder_evening',
      to_address: member.email,
      subject: expect.stringContaining('내일 투어 예약이 있습니다 · 11월 20일 (금) 10:00'),
      calendar: null,
    },
  ])
})

test('the phone that is off until the morning shows nothing of “tomorrow”', async () => {
  const { member } = await agreed()
  await sql`insert into push_subscriptions
    (member_id, endpoint_hash, endpoint, p256dh, auth, server_key, session_hash, created_at)
    values (${member.id}, 'a', 'https://push.example.com/a', '', '', '', 'b', ${new Date(app.now())})`.execute(
    app.db,
  )
  await sentAt('2026-11-19', '18:00')
  const pushes = await app.db.selectFrom('pushes').select('expires_at').execute()
  expect(pushes).toEqual([{ expires_at: new Date('2026-11-19T22:00:00+01:00') }])
})

test('and twenty minutes before the start, once', async () => {
  const { member } = await agreed()
  expect(await sentAt('2026-11-20', '09:39', '09:40', '09:41', '09:59')).toEqual(['09:40'])
  expect(await reminders()).toMatchObject([{ kind: 'reminder_before', to_address: member.email }])
})

describe('a service that was down', () => {
  test.each([
    ['at six sends at seven', '2026-11-19', '19:00', ['19:00']],
    ['at six sends at the last minute before ten', '2026-11-19', '21:59', ['21:59']],
    ['all evening sends nothing in the night', '2026-11-19', '22:00', []],
    ['all night sends nothing in the morning', '2026-11-20', '07:00', []],
    ['just before a start sends at the last minute', '2026-11-20', '09:59', ['09:59']],
    ['until a start sends nothing any more', '2026-11-20', '10:00', []],
  ])('%s', async (_what, date, time, sent) => {
    await agreed()
    expect(await sentAt(date, time)).toEqual(sent)
  })

  test('keeps down what has lapsed', async () => {
    await agreed()
    await sentAt('2026-11-20', '10:00')
    const outcomes = await app.db.selectFrom('reminders').select('outcome').execute()
    expect(outcomes).toEqual([{ outcome: 'lapsed' }, { outcome: 'lapsed' }])
  })
})

test('has the place’s name at the time of sending', async () => {
  const { reservation } = await agreed()
  if (reservation.type !== 'VIP_TOUR') throw new Error('not a tour')
  const { id, ...docent } = reservation.available_tour.docent
  const tier = { is_vip: false, is_vvip: false }
  await admin.ok(changeDocent, {
    params: { id: String(id) },
    body: { ...docent, ...tier, start_point: '후문 분수대' },
  })
  await sentAt('2026-11-20', '09:40')
  expect((await reminders())[0]!.text).toContain('시작 위치: 후문 분수대')
})

test('a reservation that was moved or unapproved directly in the database gets no reminder', async () => {
  const [off, elsewhere] = [await agreed(), await agreed()]
  // Changed by hand, without the program.
  const update = (id: number) => app.db.updateTable('reservations').where('id', '=', id)
  await update(off.reservation.id).set({ status: 'CANCEL_REQUESTED' }).execute()
  await update(elsewhere.reservation.id)
    .set({ starts_at: new Date('2026-11-20T10:10:00+01:00') })
    .execute()
  expect(await sentAt('2026-11-20', '09:40', '09:59')).toEqual([])
})

test('without mail it falls due all the same', async () => {
  await agreed()
  await app.db.updateTable('settings').set({ reminders_by_mail: false }).execute()
  expect(await sentAt('2026-11-20', '09:40')).toEqual(['09:40'])
  expect(await reminders()).toEqual([])
})

test('what fails on the way to the outbox is due again', async () => {
  await agreed()
  app.setClock('2026-11-20', '09:40')
  const failing = { db: app.db, publicUrl: '', postMail: () => Promise.reject(new Error('no')) }
  await expect(sendDueReminders(failing, app.now())).rejects.toThrow('no')
  expect(await send()).toBe(1)
  expect(await reminders()).toHaveLength(1)
})

test('what is due for many is sent to all of them', async () => {
  const member = await makeMember(app.db)
  const docent = { ...(await makeDocent(app.db)), language: '한국어', start_point: '로비' }
  app.setClock('2026-11-20', '10:00')
  await makeManyTours(app, { docent, member, day, count: 120, status: 'APPROVED' })
  app.setClock('2026-11-18', '10:00')
  await catchUpWithReminders(app.db, app.now())
  app.setClock('2026-11-19', '18:00')
  expect(await send()).toBe(120)
  expect(new Set((await reminders()).map(({ reservation_id }) => reservation_id)).size).toBe(120)
})

describe.each([
  ['the morning on which the clock goes forward', '2026-03-28', '2026-03-29'],
  ['the morning on which it goes back', '2026-10-24', '2026-10-25'],
])('on %s', (_what, eve, date) => {
  test('reminders come at six of the evening before and twenty minutes before the start', async () => {
    app.setClock(eve, '09:00')
    const early = (await makeAdmin(app)).browser
    await makeReservation(app, early, await makeEventDate(app.db, date), { status: 'APPROVED' })
    expect(await sentAt(eve, '17:59', '18:00', '18:01')).toEqual(['18:00'])
    expect(await sentAt(date, '09:39', '09:40', '09:41')).toEqual(['09:40'])
  })
})

describe('a mail that the mail server did not take in time', () => {
  /** Sends what waits, as the outbox would at this time; answers the kinds that left. */
  async function sendAt(time: string): Promise<string[]> {
    app.setClock('2026-11-20', time)
    const left: string[] = []
    await sendMails(app, async ({ kind }) => void left.push(kind))
    return left.filter((kind) => kind.startsWith('reminder'))
  }

  test('leaves while it is of use', async () => {
    await agreed()
    await sentAt('2026-11-20', '09:40')
    expect(await sendAt('09:59')).toEqual(['reminder_before'])
  })

  test('does not leave after that', async () => {
    await agreed()
    await sentAt('2026-11-20', '09:40')
    expect(await sendAt('10:00')).toEqual([])
    expect(await reminders()).toMatchObject([{ status: 'failed', last_error: 'too late to be of use' }])
  })
})
