import * as z from 'zod/mini'
import { beforeEach, describe, expect, test } from 'vitest'
import { addAdmin, changePassword, deleteAdmin } from '../../../contract/admin/accounts.ts'
import { closingSettings } from '../../../contract/admin/settings.ts'
import { eventSettings } from '../../../contract/admin/event-settings.ts'
import { adminLogin, adminLogout } from '../../../contract/admin/login.ts'
import { listAudit, searchAudit } from '../../../contract/admin/audit.ts'
import type { ResponseOf } from '../../../contract/endpoint.ts'
import { isoInMadrid } from '../../../domain/madrid-time.ts'
import { detailsText, targetText } from '../../../contract/text/audit-text.ts'
import {
  addDocent,
  changeDocent,
  deleteDocent,
  addRoom,
  deleteRooms,
} from '../../../contract/admin/places.ts'
import { addEventDate, addEventDates, deleteEventDate } from '../../../contract/admin/event-dates.ts'
import { lockFilteredSlots } from '../../../contract/admin/slots.ts'
import { changeMember, deleteMembers } from '../../../contract/admin/members.ts'
import { actOnReservation } from '../../../contract/reservation-action.ts'
import { TODAY, type Client } from '../../../test/app.ts'
import { useEventDate, useTestApp } from '../../../test/fixture.ts'
import { makeAdmin, makeDocent, makeMember } from '../../../test/make.ts'
import { decision, makeReservation } from '../../../test/make-reservation.ts'

const app = useTestApp()
const day = useEventDate(app)
let admin: Client
let name: string

beforeEach(async () => {
  const made = await makeAdmin(app)
  admin = made.browser
  name = made.name
  await app.db.deleteFrom('audit_log').execute()
})

const entries = async (search?: string) =>
  (await admin.ok(listAudit, { query: search === undefined ? {} : { search } })).results
const one = (id: number) => ({ params: { id: String(id) } })
const settings = { event_name: '봄 박람회', contact_email: 'a@example.com', display_names: 'hidden' } as const

test('a decision is noted: who, when, what, to which reservation, in words', async () => {
  const { reservation } = await makeReservation(app, admin, day)
  app.passMinutes(5)
  await admin.ok(actOnReservation, decision(reservation, 'reject', '민감한 사유'))
  expect((await entries())[0]).toEqual({
    id: expect.any(Number),
    at: `${TODAY}T08:05:00+01:00`,
    admin_id: expect.any(Number),
    admin: name,
    action: 'POST /api/admin/reservations/{id}/action/',
    target: `reservation ${reservation.id}`,
    subject: {
      text: `${reservation.visitor.company} ${reservation.visitor.name} 11.20 (금) 10:00`,
      search: `${reservation.visitor.company} ${reservation.visitor.name}`,
      date: TODAY,
    },
    former: null,
    summary: '예약이 거절되었습니다.',
    network: null,
    device: null,
    details: { type: 'VIP_TOUR', action: 'reject' },
    names: {},
  })
})

describe('the things of entries', () => {
  const shown = async () =>
    (await entries()).map((entry) => [targetText(entry), detailsText(entry.details, entry.names)])

  test('are named as they are now, and a docent or room that is gone as it was', async () => {
    const form = { name: '김하늬', language: '한국어', start_point: '입구', is_vip: false, is_vvip: false }
    const { docent } = await admin.ok(addDocent, { body: form })
    await admin.ok(changeDocent, { ...one(docent.id), body: { ...form, name: '김하늘' } })
    expect((await shown()).map(([target]) => target)).toEqual(['도슨트 김하늘', '도슨트 김하늘'])
    await admin.ok(deleteDocent, { ...one(docent.id), body: {} })
    expect((await shown())[0]).toEqual(['도슨트 김하늘', '김하늘 · 삭제: 1'])
    await admin.ok(addEventDate, { body: { date: '2027-03-01' } })
    await admin.ok(deleteEventDate, { body: { date: '2027-03-01' } })
    expect((await shown())[1]).toEqual(['행사 날짜 2027년 3월 1일 (월)', '날짜: 2027년 3월 1일 (월)'])
    expect((await entries()).map(({ subject }) => subject)).toEqual([null, null, null, null, null])
  })

  test('that were deleted are found by their own name only', async () => {
    const form = { language: '한국어', start_point: '입구', is_vip: false, is_vvip: false }
    for (const name of ['첫째별', '둘째별']) {
      const { docent } = await admin.ok(addDocent, { body: { ...form, name } })
      await admin.ok(deleteDocent, { ...one(docent.id), body: {} })
    }
    expect((await entries('첫째별')).map((entry) => targetText(entry))).toEqual(
      Array.from({ length: 2 }, () => '도슨트 첫째별'),
    )
  })

  test('that were deleted together keep their names, members only their numbers', async () => {
    const form = { name: '하늘방', floor: 3, size: 8, is_vip: false, is_vvip: false }
    const { room } = await admin.ok(addRoom, { body: form })
    await admin.ok(deleteRooms, { body: { room_ids: [room.id] } })
    const member = await makeMember(app.db)
    await admin.ok(changeMember, { ...one(member.id), body: member })
    expect((await shown())[0]![0]).toBe(`회원 ${member.id}번 · ${member.name}`)
    await admin.ok(deleteMembers, { body: { user_ids: [member.id] } })
    expect(await shown()).toEqual([
      [null, `회원: ${member.id}번 · 삭제: 1`],
      [`회원 ${member.id}번`, 'VIP: 아니요 · VVIP: 아니요'],
      [null, '이름: 하늘방 · 삭제: 1'],
      ['미팅룸 하늘방', expect.any(String)],
    ])
  })

  test('a reservation whose member was deleted names nobody', async () => {
    const { reservation, member } = await makeReservation(app, admin, day)
    await admin.ok(actOnReservation, decision(reservation, 'approve'))
    await admin.ok(deleteMembers, { body: { user_ids: [member.id] } })
    const noted = JSON.stringify(await entries())
    for (const secret of [reservation.visitor.name, reservation.visitor.company, member.name])
      expect(noted).not.toContain(secret)
  })

  test('are found by their names and dates, as the table shows them', async () => {
    const { reservation } = await makeReservation(app, admin, day)
    await app.db.deleteFrom('audit_log').execute()
    await admin.ok(actOnReservation, decision(reservation, 'approve'))
    await admin.ok(addEventDates, { body: { start_date: '2027-03-01', end_date: '2027-03-02' } })
    const summaries = async (words: string) => (await entries(words)).map(({ summary }) => summary)
    expect(await summaries(`예약 ${reservation.visitor.company}`)).toEqual(['예약이 승인되었습니다.'])
    expect(await summaries('시작일: 2027년 3월 1일 (월)')).toEqual(['날짜가 일괄 추가되었습니다.'])
    const docent = await makeDocent(app.db, { name: '차도슨' })
    await admin.ok(lockFilteredSlots, {
      body: { type: 'tour', resource_id: docent.id, date: null, action: 'lock' },
    })
    expect(await summaries('잠금 차도슨')).toEqual(['가용 시간 0개가 잠겼습니다.'])
  })
})

test('members are noted by number alone, settings and accounts by what was set', async () => {
  const member = await makeMember(app.db)
  const other = await makeMember(app.db)
  await admin.ok(changeMember, { ...one(member.id), body: { ...member, is_vip: true } })
  await admin.ok(deleteMembers, { body: { user_ids: [member.id, other.id] } })
  await admin.ok(eventSettings.change, { body: settings })
  const { admin: made } = await admin.ok(addAdmin, { body: { name: 'Helper', password: 'not to be kept' } })
  await admin.ok(deleteAdmin, one(made.id))
  const noted = (await entries()).reverse().map(({ target, summary, details }) => [target, summary, details])
  expect(noted).toEqual([
    [`user ${member.id}`, '회원 정보가 수정되었습니다.', { is_vip: true, is_vvip: false }],
    [null, '선택한 2명의 회원이 삭제되었습니다.', { user_ids: [member.id, other.id], deleted: 2 }],
    [null, '설정이 저장되었습니다.', settings],
    [`admin ${made.id}`, '관리자가 추가되었습니다.', { name: 'Helper', role: 'owner' }],
    [`admin ${made.id}`, '관리자가 삭제되었습니다.', { name: 'Helper' }],
  ])
})

test('what was switched off is noted as that', async () => {
  await admin.ok(closingSettings.change, { body: { erase_after_days: null, erase_backups: false } })
  const [entry] = await entries()
  expect(detailsText(entry!.details)).toContain('개인정보 삭제까지(일): 없음')
})

test('passwords, names, phones and reasons never get there', async () => {
  const { reservation, member } = await makeReservation(app, admin, day)
  await admin.ok(actOnReservation, decision(reservation, 'cancel', '민감한 사유'))
  await admin.ok(changeMember, { ...one(member.id), body: member })
  await admin.ok(changePassword, {
    body: { current_password: 'correct horse battery', new_password: 'another long password' },
  })
  const kept = JSON.stringify(await app.db.selectFrom('audit_log').selectAll().execute())
  for (const secret of [member.name, member.phone, member.email, '민감한 사유', 'horse', 'another long'])
    expect(kept).not.toContain(secret)
  expect(kept).toContain('비밀번호가 변경되었습니다.')
})

test('signing in and out is noted', async () => {
  const made = await makeAdmin(app)
  await made.browser.ok(adminLogout, {})
  await app.client().refused(adminLogin, { body: { name: made.name, password: 'wrong' } })
  const noted = (await entries(made.name)).map(({ action, summary }) => [action, summary])
  expect(noted).toEqual([
    ['POST /api/admin/login/', '로그인에 실패했습니다.'],
    ['POST /api/admin/logout/', '로그아웃되었습니다.'],
    ['POST /api/admin/login/', '로그인했습니다.'],
  ])
})

test('what is refused is not noted, and what cannot be noted is not done', async () => {
  await admin.refused(eventSettings.change, { body: { ...settings, event_name: '' } })
  await admin.refused(deleteAdmin, one(999_999))
  expect(await entries()).toEqual([])
  await app.pool.query(`alter table audit_log add constraint audit_log_full check (false) not valid`)
  const response = await admin.send(eventSettings.change, {
    body: { ...settings, event_name: '기록되지 않은 변경' },
  })
  await app.pool.query('alter table audit_log drop constraint audit_log_full')
  expect(response.statusCode).toBe(500)
  const { event_name } = await app.db.selectFrom('settings').selectAll().executeTakeFirstOrThrow()
  expect(event_name).not.toBe('기록되지 않은 변경')
})

test('what is rolled back is not audited', async () => {
  await app.pool.query(`
    create function refuse() returns trigger language plpgsql as $$ begin raise 'too late'; end $$;
    create constraint trigger settings_too_late after update on settings deferrable initially deferred
      for each row execute function refuse()`)
  const response = await admin.send(eventSettings.change, { body: settings })
  await app.pool.query('drop trigger settings_too_late on settings')
  expect(response.statusCode).toBe(500)
  expect(await entries()).toEqual([])
})

test('a repeat under the same key is noted once', async () => {
  const send = () => admin.send(eventSettings.change, { body: settings }, { 'idempotency-key': 'once' })
  const [first, again] = [await send(), await send()]
  expect([first.statusCode, again.statusCode]).toEqual([200, 200])
  expect(again.body).toBe(first.body)
  expect(await entries()).toHaveLength(1)
})

test('the list comes in pages of fifty, the newest first, and can be searched', async () => {
  for (let n = 1; n <= 52; n += 1)
    await admin.ok(eventSettings.change, { body: { ...settings, event_name: `행사${n}호` } })
  const [first, second] = [
    await admin.ok(listAudit, { query: {} }),
    await admin.ok(listAudit, { query: { page: '2' } }),
  ]
  expect([first.count, first.results.length, second.count, second.results.length]).toEqual([52, 50, 52, 2])
  expect(first.results[0]!.details['event_name']).toBe('행사52호')
  expect(second.results[1]!.details['event_name']).toBe('행사1호')
  expect(await entries('행사17호')).toHaveLength(1)
  expect(await entries('/SETTINGS/')).toHaveLength(50)
  expect(await entries('%')).toEqual([])
})

test('a search goes back through the log part by part, and misses nothing', async () => {
  const note = { admin_id: 1, admin: '김관리', action: 'PUT /', target: null, details: '{}', fields: null }
  const noted = Array.from({ length: 2_100 }, (_, n) => ({
    ...note,
    at: new Date(app.now() + n * 1_000),
    summary: n === 0 || (n >= 40 && n < 100) ? `찾는 것 ${n}` : '다른 것',
  }))
  await app.db.insertInto('audit_log').values(noted).execute()
  const parts: ResponseOf<typeof searchAudit>[] = []
  let before: number | null = null
  do {
    const query = { search: '찾는', ...(before !== null && { before: String(before) }) }
    const part: ResponseOf<typeof searchAudit> = await admin.ok(searchAudit, { query })
    parts.push(part)
    before = part.next
  } while (before !== null)
  expect(parts.map(({ results }) => results.length)).toEqual([0, 0, 50, 11])
  expect(parts[0]!.until).toBe(isoInMadrid(app.now() + 1_100_000))
  const found = parts.flatMap(({ results }) => results.map(({ summary }) => summary))
  const wanted = noted.map(({ summary }) => summary).filter((summary) => summary.startsWith('찾는'))
  expect(found).toEqual(wanted.toReversed())
  const whole = await admin.ok(listAudit, { query: { search: '찾는', page: '2' } })
  expect([whole.count, whole.results.length]).toEqual([61, 11])
})

describe('the search', () => {
  test.each([
    '예약 %번',
    '%번',
    '처리: 거절',
    '처리 거절',
    '종류: VIP 투어 · 처리: 거절',
    '2026년 11월 20일 (금) 08:05',
    '11월 20일',
    '08:05',
    '예약이 거절되었습니다.',
    'reject',
    '거절 08:05',
  ])('finds what the table shows: %s', async (words) => {
    const { reservation } = await makeReservation(app, admin, day)
    await admin.ok(eventSettings.change, { body: settings })
    app.passMinutes(5)
    await admin.ok(actOnReservation, decision(reservation, 'reject', '민감한 사유'))
    await app.db
      .updateTable('audit_log')
      .set({ at: new Date(app.now() - 90_000_000) })
      .where('target', 'is', null)
      .execute()
    const found = await entries(words.replace('%', String(reservation.id)))
    expect(found.map(({ summary }) => summary)).toEqual(['예약이 거절되었습니다.'])
  })

  test.each(['승인', '회원', '정원: 8', '11월 21일', '%', '\\', '9999번', '예약 거절 승인'])(
    'does not find what it does not show: %s',
    async (words) => {
      const { reservation } = await makeReservation(app, admin, day)
      await admin.ok(actOnReservation, decision(reservation, 'reject', '민감한 사유'))
      expect((await entries(words)).filter(({ target }) => target !== null)).toEqual([])
    },
  )
})

type Schemas = Schema & { properties?: Record<string, Schema>; anyOf?: Schemas[]; oneOf?: Schemas[] }
type Schema = { const?: unknown; enum?: unknown[]; anyOf?: Schema[]; oneOf?: Schema[] }
const valuesOf = ({ anyOf = [], oneOf = [], enum: values = [], const: value }: Schema): unknown[] => [
  ...[...anyOf, ...oneOf].flatMap(valuesOf),
  ...values,
  value,
]

test('every choice in the log is displayed in Korean', () => {
  const words = app.server.declared.flatMap(({ audit, body }) => {
    const schema = body ? (z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' }) as Schemas) : {}
    const forms = [schema, ...(schema.anyOf ?? []), ...(schema.oneOf ?? [])]
    return (audit?.keeps ?? []).flatMap((fact) =>
      forms.flatMap(({ properties }) => valuesOf(properties?.[fact] ?? {})).map((value) => ({ fact, value })),
    )
  })
  const choices = words.filter(({ value }) => typeof value === 'string')
  expect(new Set(choices.map(({ fact }) => fact))).toEqual(
    new Set([
      'act',
      'action',
      'auto_approve',
      'step',
      'kind',
      'type',
      'display_names',
      'display_titles',
      'order',
      'tier',
      'role',
    ]),
  )
  const shown = choices.filter(({ fact, value }) =>
    detailsText({ [fact]: value as string }).endsWith(`: ${String(value)}`),
  )
  expect(shown).toEqual([])
})

test('a list that is too long for the log is shortened', async () => {
  const ids = Array.from({ length: 150 }, (_, n) => 1_000_000 + n)
  await admin.ok(deleteMembers, { body: { user_ids: ids } })
  expect((await entries())[0]!.details['user_ids']).toEqual([...ids.slice(0, 100), '…'])
})
