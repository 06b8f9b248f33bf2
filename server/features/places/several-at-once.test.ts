import { beforeEach, describe, expect, test } from 'vitest'
import { listAudit } from '../../../contract/admin/audit.ts'
import { listDocentsAsAdmin, listRoomsAsAdmin } from '../../../contract/admin/place-lists.ts'
import { addDocents, addRooms } from '../../../contract/admin/places.ts'
import type { Endpoint } from '../../../contract/endpoint.ts'
import { useAdmin, useTestApp } from '../../../test/fixture.ts'

const app = useTestApp()
const admin = useAdmin(app)

const NO_TIER = { is_vip: false, is_vvip: false }
const DOCENT = { language: '한국어', start_point: '안내 데스크 앞' }

const KINDS = [
  {
    noun: 'docents',
    add: addDocents,
    list: listDocentsAsAdmin,
    forms: [
      { ...DOCENT, name: '박서연', ...NO_TIER },
      { ...DOCENT, name: '이하늘', ...NO_TIER, is_vvip: true },
      // The form for one does not refuse a name that is there already.
      { ...DOCENT, name: '박서연', ...NO_TIER },
    ],
    wrong: { ...DOCENT, name: '박' },
    problem: { name: '이름은 2자 이상이어야 합니다.' },
    added: '도슨트 3명이 추가되었습니다.',
  },
  {
    noun: 'rooms',
    add: addRooms,
    list: listRoomsAsAdmin,
    forms: [
      { name: '미팅룸 A', floor: 1, size: 4, ...NO_TIER },
      { name: '미팅룸 B', floor: 2, size: 8, ...NO_TIER, is_vvip: true },
      { name: '미팅룸 A', floor: 3, size: 12, ...NO_TIER },
    ],
    wrong: { name: '미팅룸 C', floor: 0, size: 1000 },
    problem: { floor: '층수를 입력해주세요.', size: '수용 인원은 999명을 초과할 수 없습니다.' },
    added: '미팅룸 3개가 추가되었습니다.',
  },
] as const

const list = (endpoint: Endpoint) => admin.ok(endpoint, {} as never) as Promise<object[]>

beforeEach(async () => {
  await app.db.deleteFrom('docents').execute()
  await app.db.deleteFrom('rooms').execute()
})

describe.each(KINDS)('several $noun', ({ noun, add, list: see, forms, wrong, problem, added }) => {
  const body = (rows: readonly unknown[]) => ({ body: { [noun]: rows } }) as never

  test('are added at once, in their order, each with a tier made consistent, and noted once', async () => {
    expect(await admin.ok(add, body(forms))).toEqual({ message: added, created: 3 })
    expect(await list(see)).toEqual(
      forms.map((form) => ({ id: expect.any(Number), ...form, is_vip: form.is_vvip })),
    )
    const { results } = await admin.ok(listAudit, { query: {} })
    expect(results[0]).toMatchObject({
      action: `POST /api/admin/${noun}/bulk/`,
      summary: added,
      details: { created: 3 },
    })
  })

  test('are added all or not at all; a refusal names rows and fields', async () => {
    const refusal = await admin.refused(add, body([forms[0], wrong, forms[1], wrong]))
    const fields = [1, 3].flatMap((row) =>
      Object.entries(problem).map(([field, text]) => [`${noun}.${row}.${field}`, text]),
    )
    expect(refusal).toMatchObject({ status: 400, code: 'invalid_input' })
    expect(refusal.fields).toEqual(Object.fromEntries(fields))
    expect(await list(see)).toEqual([])
  })

  test('are five hundred at most, and one at least', async () => {
    const none = await admin.refused(add, body([]))
    expect(none.fields).toEqual({ [noun]: '추가할 내용을 입력해주세요.' })
    const many = (count: number) => body(Array.from({ length: count }, () => forms[0]))
    const refusal = await admin.refused(add, many(501))
    expect(refusal.fields).toEqual({ [noun]: '한 번에 최대 500개까지 추가할 수 있습니다.' })
    expect(await list(see)).toEqual([])
    await admin.ok(add, many(500))
    expect(await list(see)).toHaveLength(500)
  })
})
