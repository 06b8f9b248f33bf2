import { describe, expect, test } from 'vitest'
import { listDocentsAsAdmin, listRoomsAsAdmin } from '../../../contract/admin/place-lists.ts'
import { changeDocent, changeRoom } from '../../../contract/admin/places.ts'
import { eventSettings } from '../../../contract/admin/event-settings.ts'
import { changeMember, getMember } from '../../../contract/admin/members.ts'
import type { Client } from '../../../test/app.ts'
import { useAdmin, useTestApp } from '../../../test/fixture.ts'
import { makeDocent, makeMember, makeRoom } from '../../../test/make.ts'

const app = useTestApp()
const [park, kim, lee] = [useAdmin(app, '박관리'), useAdmin(app, '김관리'), useAdmin(app, '이관리')]

type Fields = Record<string, unknown>
type Changes = Fields & { expected?: Fields }
const named = ({ id }: { id: number }) => ({ params: { id: String(id) } })

/** Each resource that a form replaces as a whole. */
const THINGS = {
  async member() {
    const seen = await makeMember(app.db)
    const input = (changes: Changes) => ({ ...named(seen), body: { ...seen, ...changes } })
    return {
      seen,
      read: () => park.ok(getMember, named(seen)),
      save: (by: Client, changes: Changes) => by.ok(changeMember, input(changes)),
      refused: (by: Client, changes: Changes) => by.refused(changeMember, input(changes)),
    }
  },
  async docent() {
    const seen = await makeDocent(app.db)
    const input = (changes: Changes) => ({ ...named(seen), body: { ...seen, ...changes } })
    return {
      seen,
      read: async () => (await park.ok(listDocentsAsAdmin, {})).find(({ id }) => id === seen.id),
      save: (by: Client, changes: Changes) => by.ok(changeDocent, input(changes)),
      refused: (by: Client, changes: Changes) => by.refused(changeDocent, input(changes)),
    }
  },
  async room() {
    const seen = await makeRoom(app.db)
    const input = (changes: Changes) => ({ ...named(seen), body: { ...seen, ...changes } })
    return {
      seen,
      read: async () => (await park.ok(listRoomsAsAdmin, {})).find(({ id }) => id === seen.id),
      save: (by: Client, changes: Changes) => by.ok(changeRoom, input(changes)),
      refused: (by: Client, changes: Changes) => by.refused(changeRoom, input(changes)),
    }
  },
  async settings() {
    const seen = {
      event_name: '봄 박람회',
      contact_email: 'a@example.com',
      display_names: 'full' as const,
      display_titles: 'shown' as const,
      max_reservations: 50,
    }
    await park.ok(eventSettings.change, { body: seen })
    const input = (changes: Changes) => ({ body: { ...seen, ...changes } })
    return {
      seen,
      read: () => park.ok(eventSettings.get, {}),
      save: (by: Client, changes: Changes) => by.ok(eventSettings.change, input(changes)),
      refused: (by: Client, changes: Changes) => by.refused(eventSettings.change, input(changes)),
    }
  },
}
type Thing = keyof typeof THINGS

/** 박관리's change and its text in the refusal, then 김관리's outdated change. */
const CASES: [Thing, Fields, (seen: Fields) => string, Fields][] = [
  [
    'member',
    { company_name: '샛별물산', is_vip: true },
    () => '회사명 한빛전자 → 샛별물산, 등급 일반 → VIP',
    { position: '이사' },
  ],
  [
    'docent',
    { language: 'English', is_vvip: true },
    () => '언어 한국어 → English, 등급 일반 → VVIP',
    { start_point: '3층' },
  ],
  ['room', { size: 12 }, ({ size }) => `수용 인원 ${Number(size)}명 → 12명`, { name: '하늘방' }],
  [
    'settings',
    { event_name: '가을 박람회', display_names: 'masked', display_titles: 'hidden', max_reservations: 5 },
    () =>
      '행사 이름 봄 박람회 → 가을 박람회, 현황판의 방문자 이름 전체 표시 → 일부 가림, 현황판의 미팅명 표시 → 숨김, 회원 한 명의 예약 한도 50건 → 5건',
    { contact_email: 'b@example.com' },
  ],
]

describe.each(CASES)('a %s that two administrators have open', (thing, first, told, second) => {
  test('is not overwritten by the second one, who reads who changed what', async () => {
    const { seen, read, save, refused } = await THINGS[thing]()
    await save(park, { ...first, expected: seen })
    const stored = await read()
    const refusal = await refused(kim, { ...second, expected: seen })
    const text = `박관리 님이 방금 변경했습니다: ${told(seen)}`
    expect(refusal).toMatchObject({ status: 409, code: 'changed_meanwhile', error: text })
    expect(Object.keys(refusal.fields!)).toEqual(expect.arrayContaining(Object.keys(first).slice(0, 1)))
    expect(await read()).toEqual(stored)
  })

  test('names the time of an older change', async () => {
    const { seen, save, refused } = await THINGS[thing]()
    await save(park, { ...first, expected: seen })
    app.passMinutes(25)
    expect((await refused(kim, { ...second, expected: seen })).error).toContain(
      '박관리 님이 08:00에 변경했습니다: ',
    )
  })

  test('can be overwritten deliberately after reading the latest state', async () => {
    const { seen, read, save, refused } = await THINGS[thing]()
    await save(park, first)
    await refused(kim, { ...second, expected: seen })
    await save(kim, { ...second, expected: (await read()) as Fields })
    expect(await read()).toMatchObject({ ...seen, ...second })
  })

  test('accepts the same change twice, and any change without expected values', async () => {
    const { seen, read, save } = await THINGS[thing]()
    await save(park, { ...first, expected: seen })
    await save(kim, { ...first, expected: seen })
    await save(kim, second)
    expect(await read()).toMatchObject({ ...seen, ...second })
  })
})

test('names each change with its administrator, but nobody who changed other fields', async () => {
  const { seen, save, refused } = await THINGS.docent()
  await save(park, { language: 'English', expected: seen })
  const now = { ...seen, language: 'English' }
  await save(lee, { ...now, start_point: '정문', expected: now })
  // 김관리 only changed the language, which 이관리 did not touch.
  const { language } = seen
  expect((await refused(kim, { start_point: '정문', expected: { language } })).error).toBe(
    '박관리 님이 방금 변경했습니다: 언어 한국어 → English',
  )
  expect((await refused(kim, { expected: seen })).error).toBe(
    '박관리, 이관리 님이 방금 변경했습니다: 언어 한국어 → English, 시작 위치 안내 데스크 → 정문',
  )
})

test('a change without an administrator is reported without a name, and long texts are shortened', async () => {
  const { seen, refused } = await THINGS.docent()
  await app.db
    .updateTable('docents')
    .set({ start_point: '가'.repeat(40) })
    .where('id', '=', seen.id)
    .execute()
  expect((await refused(kim, { expected: seen })).error).toBe(
    `다른 관리자가 먼저 변경했습니다: 시작 위치 안내 데스크 → ${'가'.repeat(20)}…`,
  )
})

test('the log keeps which fields were changed, and none of their values', async () => {
  const { seen, save } = await THINGS.member()
  await save(park, { position: '비밀 직책', expected: seen })
  const rows = await app.db.selectFrom('audit_log').selectAll().orderBy('id', 'desc').limit(1).execute()
  expect(rows[0]!.fields).toEqual(['position'])
  expect(JSON.stringify(rows)).not.toContain('비밀 직책')
})
