import { beforeEach, describe, expect, test } from 'vitest'
import { listAudit } from '../../../../contract/admin/audit.ts'
import { changeTiers, findTierImpact, listMembers } from '../../../../contract/admin/members.ts'
import { bookMeetingFor, bookTourFor } from '../../../../contract/admin/walk-ins.ts'
import { TODAY } from '../../../../test/app.ts'
import { useAdmin, useEventDate, useTestApp } from '../../../../test/fixture.ts'
import {
  cancelAll,
  makeDocent,
  makeMember,
  makeRoom,
  makeRoomSlots,
  makeTourSlots,
  meetingParty,
  tourParty,
} from '../../../../test/make.ts'

const app = useTestApp()
const day = useEventDate(app)
const admin = useAdmin(app)

beforeEach(async () => {
  await cancelAll(app.db)
  await app.pool.query('delete from reservations; delete from members')
})

const VVIP = { is_vip: true, is_vvip: true }
const VIP = { is_vip: true, is_vvip: false }
const tiers = async () => {
  const { results } = await admin.ok(listMembers, { query: {} })
  return Object.fromEntries(
    results.map(({ name, is_vip, is_vvip }) => [name, is_vvip ? 'VVIP' : is_vip ? 'VIP' : '일반']),
  )
}

describe('the tier of many members', () => {
  test('is changed for those who are chosen, and the log keeps their numbers', async () => {
    const one = await makeMember(app.db, { name: '하나' })
    const two = await makeMember(app.db, { name: '둘', ...VIP })
    await makeMember(app.db, { name: '셋' })
    const user_ids = [one.id, two.id]
    const impact = await admin.ok(findTierImpact, { query: { ids: user_ids.join(','), tier: 'vip' } })
    expect(impact).toEqual({ members: 2, changes: 1, above: 0, reservations: [] })
    const answer = await admin.ok(changeTiers, { body: { user_ids, tier: 'vip', expected_changes: 1 } })
    expect(answer).toEqual({ message: '회원 1명의 등급이 변경되었습니다.', changed: 1 })
    expect(await tiers()).toEqual({ 하나: 'VIP', 둘: 'VIP', 셋: '일반' })
    expect((await admin.ok(listAudit, { query: { search: '등급 VIP' } })).results[0]!.details).toEqual({
      user_ids,
      tier: 'vip',
      changed: 1,
    })
  })

  test('is changed for all that a search and filter find, and for nobody else', async () => {
    const ids: number[] = []
    for (const [name, company_name, flags] of [
      ['하나', 'Müller', VIP],
      ['둘', 'Muller & Co', VVIP],
      ['셋', '한빛', VIP],
    ] as const)
      ids.push((await makeMember(app.db, { name, company_name, ...flags })).id)
    const found = { search: 'muller', user_filter: 'vip' } as const
    expect(await admin.ok(findTierImpact, { query: { ...found, tier: 'normal' } })).toMatchObject({
      changes: 1,
    })
    await admin.ok(changeTiers, { body: { found, tier: 'normal', expected_changes: 1 } })
    expect(await tiers()).toEqual({ 하나: '일반', 둘: 'VVIP', 셋: 'VIP' })
    const [entry] = (await admin.ok(listAudit, { query: {} })).results
    expect(entry!.details).toEqual({ user_ids: [ids[0]], tier: 'normal', changed: 1 })
  })

  test('is not changed if the affected members are no longer those that were confirmed', async () => {
    await makeMember(app.db, { name: '하나' })
    const refusal = await admin.refused(changeTiers, {
      body: { found: {}, tier: 'vvip', expected_changes: 2 },
    })
    expect(refusal).toMatchObject({
      status: 409,
      code: 'changed_meanwhile',
      error: '그사이 대상 회원이 달라졌습니다. 다시 확인한 뒤 변경해주세요.',
    })
    expect(await tiers()).toEqual({ 하나: '일반' })
  })

  test.each([{}, { user_ids: [] }, { user_ids: [1], found: {} }])(
    'is never changed for everyone by saying too little or too much: %j',
    async (whose) => {
      const body = { ...whose, tier: 'vip', expected_changes: 0 } as const
      expect(await admin.refused(changeTiers, { body })).toMatchObject({
        code: 'invalid_input',
        fields: { user_ids: '등급을 바꿀 회원을 선택해주세요.' },
      })
    },
  )
})

describe('a tier that is lowered', () => {
  const book = async (docent: object, time: string, user_id: number) => {
    const [slot] = await makeTourSlots(app.db, day, await makeDocent(app.db, docent), time)
    await admin.ok(bookTourFor, {
      body: { user_id, available_tour_id: slot!.id, event_date_id: day.id, visitor: tourParty },
    })
  }

  test('names whose live reservations are above it, where and when, and leaves them as they are', async () => {
    const member = await makeMember(app.db, { name: '귀빈', company_name: '한빛', ...VVIP })
    await book({ name: '김하늘', ...VVIP }, '10:00', member.id)
    await book({ name: '이바다', ...VIP }, '11:00', member.id)
    await book({ name: '지난 도슨트', ...VVIP }, '08:10', member.id)
    const room = await makeRoom(app.db, { name: '귀빈실', ...VVIP })
    const slots = await makeRoomSlots(app.db, day, room, '12:00', '12:10')
    await admin.ok(bookMeetingFor, {
      body: {
        user_id: member.id,
        room_id: room.id,
        event_date_id: day.id,
        visitor: meetingParty,
        time_slots: slots.map(({ id }) => ({ available_room_id: id })),
      },
    })
    app.setClock(TODAY, '09:00')
    // A past request that was never decided no longer counts.
    const past = app.db.updateTable('reservations').where('starts_at', '<', new Date(app.now()))
    await past.set({ status: 'PENDING' }).execute()
    const query = { ids: String(member.id), tier: 'vip' } as const
    const { above, reservations } = await admin.ok(findTierImpact, { query })
    expect(above).toBe(2)
    expect(reservations.map(({ id: _, ...said }) => said)).toEqual([
      {
        member: { id: member.id, name: '귀빈', company_name: '한빛' },
        place: { name: '김하늘', ...VVIP },
        date: TODAY,
        time: '10:00',
        end_time: '10:25',
      },
      {
        member: { id: member.id, name: '귀빈', company_name: '한빛' },
        place: { name: '귀빈실', ...VVIP },
        date: TODAY,
        time: '12:00',
        end_time: '12:20',
      },
    ])
    await admin.ok(changeTiers, { body: { user_ids: [member.id], tier: 'vip', expected_changes: 1 } })
    const { rows } = await app.pool.query('select distinct status from reservations order by status')
    expect(rows).toEqual([{ status: 'APPROVED' }, { status: 'PENDING' }])
  })
})
