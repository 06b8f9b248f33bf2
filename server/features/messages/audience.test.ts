import { beforeEach, describe, expect, test } from 'vitest'
import { deleteMember } from '../../../contract/admin/members.ts'
import { sendMessage, type AudienceInput } from '../../../contract/admin/messages.ts'
import type { TourReservation } from '../../../contract/reservation.ts'
import { reserveTour } from '../../../contract/booking.ts'
import { FLAGS_OF } from '../../../domain/tier.ts'
import { useAdmin, useEventDate, useTestApp } from '../../../test/fixture.ts'
import {
  makeDocent,
  makeEventDate,
  makeMember,
  makeTourSlots,
  makeVisitor,
  tourParty,
} from '../../../test/make.ts'
import { makeReservation } from '../../../test/make-reservation.ts'

const app = useTestApp()
const admin = useAdmin(app)
const day = useEventDate(app)

const words = { subject: '주차장 변경 안내', text: '제2주차장을 이용해주세요.\n입구는 <북문>입니다.' }

beforeEach(async () => {
  await app.pool.query('truncate reservations, mails cascade')
  await app.db.deleteFrom('members').execute()
})

const count = async (audience: AudienceInput) =>
  (await admin.ok(sendMessage, { body: { audience, dry_run: true } })).count
const send = (audience: AudienceInput) => admin.ok(sendMessage, { body: { audience, ...words } })
const messages = async () => (await app.mails()).filter(({ kind }) => kind === 'message')

describe('a message to members', () => {
  test('goes to each member of the search and filter, by name, in the layout of the event', async () => {
    const vip = await makeMember(app.db, { name: '김민수', ...FLAGS_OF.VIP })
    await makeMember(app.db, { name: '이서연' })
    expect(await send({ members: { user_filter: 'vip' } })).toEqual({
      message: '회원 1명에게 메시지를 보냅니다.',
      count: 1,
    })
    const [mail, ...others] = await messages()
    expect(others).toEqual([])
    expect(mail).toMatchObject({ to_address: vip.email, subject: '[2025 트레이드쇼] 주차장 변경 안내' })
    expect(mail!.text).toContain('김민수님, 안녕하세요.')
    expect(mail!.text).toContain('제2주차장을 이용해주세요.\n  입구는 <북문>입니다.')
    expect(mail!.html).toContain('<br>입구는 &lt;북문&gt;입니다.')
  })

  test('finds the members whom their list finds', async () => {
    await makeMember(app.db, { company_name: '별빛상사', ...FLAGS_OF.VVIP })
    await makeMember(app.db, { company_name: '별빛상사' })
    await makeMember(app.db)
    expect(await count({ members: {} })).toBe(3)
    expect(await count({ members: { search: '별빛' } })).toBe(2)
    expect(await count({ members: { search: '별빛', user_filter: 'normal' } })).toBe(1)
    expect(await count({ members: { user_filter: 'vip' } })).toBe(0)
  })

  test('passes by who has no address, and who belongs to the sample event', async () => {
    await makeMember(app.db, { email: '' })
    const { member } = await makeReservation(app, admin, day)
    for (const audience of [{ members: {} }, { reservations: {} }]) expect(await count(audience)).toBe(1)
    const { id } = member
    await app.db.updateTable('members').set({ is_sample: true }).where('id', '=', id).execute()
    for (const audience of [{ members: {} }, { reservations: {} }]) expect(await count(audience)).toBe(0)
  })
})

describe('a message to those with a reservation', () => {
  test('goes once to a member with several of them, and to nobody without an account', async () => {
    const { browser, member } = await makeVisitor(app)
    const slots = await makeTourSlots(app.db, day, await makeDocent(app.db), '10:00', '11:00')
    for (const { id } of slots)
      await browser.ok(reserveTour, {
        body: { event_date_id: day.id, available_tour_id: id, visitor: tourParty },
      })
    const erased = await makeReservation(app, admin, day)
    await admin.ok(deleteMember, { params: { id: String(erased.member.id) } })
    const walkIn = await makeReservation(app, admin, day)
    await app.pool.query(`update reservations set member_id = null, member = 'null' where id = $1`, [
      walkIn.reservation.id,
    ])
    await send({ reservations: { date: day.date } })
    expect((await messages()).map(({ to_address }) => to_address)).toEqual([member.email])
  })

  test('finds them by date, place and the status that the grid shows', async () => {
    const other = await makeEventDate(app.db, '2026-11-22')
    const { reservation } = await makeReservation(app, admin, day, { status: 'APPROVED' })
    await makeReservation(app, admin, day, { kind: 'GROUP_MEETING' })
    await makeReservation(app, admin, other, { status: 'CANCELLED' })
    const { id: docent_id } = (reservation as TourReservation).available_tour.docent
    expect(await count({ reservations: {} })).toBe(3)
    expect(await count({ reservations: { date: day.date } })).toBe(2)
    expect(await count({ reservations: { date: day.date, type: 'meeting' } })).toBe(1)
    expect(await count({ reservations: { docent_id: docent_id! } })).toBe(1)
    expect(await count({ reservations: { reservation_ids: [reservation.id] } })).toBe(1)
    expect(await count({ reservations: { search: reservation.user!.name } })).toBe(1)
    expect(await count({ reservations: { status: 'active' } })).toBe(2)
    expect(await count({ reservations: { status: 'cancelled' } })).toBe(1)
    expect(await count({ reservations: { status: 'APPROVED' } })).toBe(1)
    // An approved one is over after its end.
    app.setClock(day.date, '19:00')
    expect(await count({ reservations: { status: 'APPROVED' } })).toBe(0)
    expect(await count({ reservations: { status: 'COMPLETED' } })).toBe(1)
  })

  test.each(['docent_id', 'room_id'])('is refused for an unknown %s', async (field) => {
    const body = { audience: { reservations: { [field]: 999_999 } }, ...words }
    const refusal = await admin.refused(sendMessage, { body })
    expect(refusal).toMatchObject({ status: 400, code: 'invalid_input' })
    expect(Object.keys(refusal.fields!)).toEqual([`audience.reservations.${field}`])
  })
})
