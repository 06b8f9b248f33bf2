import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { listDocents } from '../../../contract/docent.ts'
import {
  addDocent,
  changeDocent,
  deleteDocent,
  deleteDocents,
  listDocentsAsAdmin,
} from '../../../contract/admin/docents.ts'
import { startTestApp, type Client, type TestApp } from '../../../test/app.ts'
import { makeAdmin, makeDocent, makeVisitor } from '../../../test/make.ts'

let shop: TestApp
let admin: Client

beforeAll(async () => {
  shop = await startTestApp()
  admin = (await makeAdmin(shop)).browser
})
afterAll(() => shop.stop())
beforeEach(() => shop.db.deleteFrom('docents').execute())

const form = {
  name: '박서연',
  language: '한국어',
  start_point: '안내 데스크 앞',
  is_vip: false,
  is_vvip: false,
}
const params = ({ id }: { id: number }) => ({ id: String(id) })
const NOT_FOUND = { status: 404, code: 'not_found' }

describe('a docent', () => {
  test('is added and seen by visitors at once', async () => {
    const { browser } = await makeVisitor(shop)
    expect(await browser.ok(listDocents, {})).toEqual([])
    const { message, docent } = await admin.ok(addDocent, { body: { ...form, name: ' 박서연 ' } })
    expect(message).toBe('도슨트가 추가되었습니다.')
    expect(docent).toEqual({ id: expect.any(Number), ...form })
    expect(await browser.ok(listDocents, {})).toEqual([docent])
    expect(await admin.ok(listDocentsAsAdmin, {})).toEqual([docent])
  })

  test('is changed whole, and only that one', async () => {
    const [docent, other] = [await makeDocent(shop.db), await makeDocent(shop.db)]
    const body = { ...form, name: '이하늘', language: 'English', start_point: 'Gate 2', is_vip: true }
    const answer = await admin.ok(changeDocent, { params: params(docent), body })
    expect(answer).toEqual({ message: '도슨트 정보가 수정되었습니다.', docent: { id: docent.id, ...body } })
    expect(await admin.ok(listDocentsAsAdmin, {})).toEqual([answer.docent, other])
  })

  test.each([
    [
      { is_vip: false, is_vvip: false },
      { is_vip: false, is_vvip: false },
    ],
    [
      { is_vip: true, is_vvip: false },
      { is_vip: true, is_vvip: false },
    ],
    [
      { is_vip: false, is_vvip: true },
      { is_vip: true, is_vvip: true },
    ],
    [
      { is_vip: true, is_vvip: true },
      { is_vip: true, is_vvip: true },
    ],
  ])('told %o has the tier %o', async (told, kept) => {
    const { docent } = await admin.ok(addDocent, { body: { ...form, ...told } })
    expect(docent).toMatchObject(kept)
    for (const { id } of [docent, await makeDocent(shop.db, { is_vip: true, is_vvip: true })])
      expect(
        await admin.ok(changeDocent, { params: params({ id }), body: { ...form, ...told } }),
      ).toMatchObject({ docent: kept })
  })

  test('without a tier is for everyone', async () => {
    const { is_vip: _, is_vvip: __, ...rest } = form
    expect((await admin.ok(addDocent, { body: rest })).docent).toEqual({ id: expect.any(Number), ...form })
  })

  const NAME = '이름은 2자 이상이어야 합니다.'
  test.each([
    [{ name: '' }, { name: NAME }],
    [{ name: ' 박 ' }, { name: NAME }],
    [{ name: undefined }, { name: NAME }],
    [{ name: '😀' }, { name: NAME }],
    [{ name: '가'.repeat(51) }, { name: '50자 이하로 입력해주세요.' }],
    [{ name: '박\u0000서연' }, { name: '사용할 수 없는 문자가 포함되어 있습니다.' }],
    [{ language: ' ' }, { language: '언어를 입력해주세요.' }],
    [{ language: 'a'.repeat(21) }, { language: '20자 이하로 입력해주세요.' }],
    [{ start_point: '' }, { start_point: '시작 위치를 입력해주세요.' }],
    [{ start_point: 'a'.repeat(101) }, { start_point: '100자 이하로 입력해주세요.' }],
    [{ is_vip: 'yes' }, { is_vip: '올바르지 않은 값입니다.' }],
    [
      { name: '', language: '', start_point: '' },
      { name: NAME, language: '언어를 입력해주세요.', start_point: '시작 위치를 입력해주세요.' },
    ],
  ])('with %j is refused by field', async (part, fields) => {
    const body = { ...form, ...part } as typeof form
    const docent = await makeDocent(shop.db)
    for (const refusal of [
      await admin.refused(addDocent, { body }),
      await admin.refused(changeDocent, { params: params(docent), body }),
    ]) {
      expect(refusal).toMatchObject({ status: 400, code: 'invalid_input' })
      expect(refusal.fields).toEqual(fields)
    }
    expect(await admin.ok(listDocentsAsAdmin, {})).toEqual([docent])
  })

  test('may be as long as it may be', async () => {
    const body = {
      ...form,
      name: '가'.repeat(50),
      language: '나'.repeat(20),
      start_point: '다'.repeat(100),
    }
    expect((await admin.ok(addDocent, { body })).docent).toMatchObject(body)
  })

  test('that is not there can be neither changed nor deleted', async () => {
    for (const id of ['999999', '0', 'x', '99999999999']) {
      expect(await admin.refused(changeDocent, { params: { id }, body: form })).toMatchObject(NOT_FOUND)
      expect(await admin.refused(deleteDocent, { params: { id } })).toMatchObject(NOT_FOUND)
    }
  })
})

describe('deleting', () => {
  test('one, some, all', async () => {
    const docents = []
    for (let n = 0; n < 5; n += 1) docents.push(await makeDocent(shop.db))
    expect(await admin.ok(deleteDocent, { params: params(docents[0]!) })).toEqual({
      message: '도슨트가 삭제되었습니다.',
      deleted: 1,
    })
    const docent_ids = [docents[1]!.id, docents[2]!.id, docents[2]!.id, 999_999]
    expect(await admin.ok(deleteDocents, { body: { docent_ids } })).toEqual({
      message: '선택한 도슨트 2명이 삭제되었습니다.',
      deleted: 2,
    })
    expect(await admin.ok(listDocentsAsAdmin, {})).toEqual(docents.slice(3))
    expect(await admin.ok(deleteDocents, { body: { delete_all: true } })).toEqual({
      message: '모든 도슨트가 삭제되었습니다.',
      deleted: 2,
    })
    expect(await admin.ok(listDocentsAsAdmin, {})).toEqual([])
  })

  test('what is unclear deletes nobody', async () => {
    const docent = await makeDocent(shop.db)
    for (const body of [
      {},
      { docent_ids: [] },
      { docent_ids: null },
      { docent_ids: 'all' },
      { delete_all: false },
      { docent_ids: [docent.id], delete_all: true },
    ])
      expect((await admin.refused(deleteDocents, { body: body as never })).fields).toEqual({
        docent_ids: '삭제할 도슨트를 선택해주세요.',
      })
    expect((await admin.refused(deleteDocents, { body: { docent_ids: [docent.id, -1] } })).status).toBe(400)
    expect(await admin.send(deleteDocents, {} as never)).toMatchObject({ statusCode: 400 })
    expect(await admin.ok(listDocentsAsAdmin, {})).toEqual([docent])
  })
})
