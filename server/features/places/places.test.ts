import { beforeEach, describe, expect, test } from 'vitest'
import { listDocentsAsAdmin, listRoomsAsAdmin } from '../../../contract/admin/place-lists.ts'
import {
  addDocent,
  changeDocent,
  deleteDocent,
  deleteDocents,
  addRoom,
  changeRoom,
  deleteRoom,
  deleteRooms,
} from '../../../contract/admin/places.ts'
import { listDocents, listRooms } from '../../../contract/places.ts'
import type { Endpoint } from '../../../contract/endpoint.ts'
import type { Client } from '../../../test/app.ts'
import { useAdmin, useTestApp } from '../../../test/fixture.ts'
import { makeDocent, makeRoom, makeVisitor } from '../../../test/make.ts'

const app = useTestApp()
const admin = useAdmin(app)

const params = ({ id }: { id: number }) => ({ id: String(id) })
const NOT_FOUND = { status: 404, code: 'not_found' }
const NO_TIER = { is_vip: false, is_vvip: false }

type Tier = { is_vip?: boolean; is_vvip?: boolean }
type Form = { name: string } & Record<string, unknown>

/** One kind of place that administrators look after, and how it is spoken of. */
type Kind = {
  noun: 'docent' | 'room'
  calls: Record<'see' | 'list' | 'add' | 'change' | 'remove' | 'removeMany', Endpoint>
  make: (given?: Tier) => Promise<{ id: number }>
  form: Form
  changed: Form
  largest: Form
  /** Fields that are refused, and how. */
  wrong: [fields: object, refusal: object][]
  says: Record<'added' | 'changed' | 'deleted' | 'deletedTwo' | 'deletedAll' | 'chooseSome', string>
}

const DOCENT_NAME = '이름은 2자 이상이어야 합니다.'
const docents: Kind = {
  noun: 'docent',
  calls: {
    see: listDocents,
    list: listDocentsAsAdmin,
    add: addDocent,
    change: changeDocent,
    remove: deleteDocent,
    removeMany: deleteDocents,
  },
  make: (given) => makeDocent(app.db, given),
  form: { name: '박서연', language: '한국어', start_point: '안내 데스크 앞', ...NO_TIER },
  changed: { name: '이하늘', language: 'English', start_point: 'Gate 2', is_vip: true, is_vvip: false },
  largest: { name: '가'.repeat(50), language: '나'.repeat(20), start_point: '다'.repeat(100), ...NO_TIER },
  wrong: [
    [{ name: '' }, { name: DOCENT_NAME }],
    [{ name: ' 박 ' }, { name: DOCENT_NAME }],
    [{ name: undefined }, { name: DOCENT_NAME }],
    [{ name: '😀' }, { name: DOCENT_NAME }],
    [{ name: '가'.repeat(51) }, { name: '50자 이하로 입력해주세요.' }],
    [{ name: '박\u0000서연' }, { name: '사용할 수 없는 문자가 포함되어 있습니다.' }],
    [{ language: ' ' }, { language: '언어를 입력해주세요.' }],
    [{ language: 'a'.repeat(21) }, { language: '20자 이하로 입력해주세요.' }],
    [{ start_point: '' }, { start_point: '시작 위치를 입력해주세요.' }],
    [{ start_point: 'a'.repeat(101) }, { start_point: '100자 이하로 입력해주세요.' }],
    [{ is_vip: 'yes' }, { is_vip: '올바르지 않은 값입니다.' }],
    [
      { name: '', language: '', start_point: '' },
      { name: DOCENT_NAME, language: '언어를 입력해주세요.', start_point: '시작 위치를 입력해주세요.' },
    ],
  ],
  says: {
    added: '도슨트가 추가되었습니다.',
    changed: '도슨트 정보가 수정되었습니다.',
    deleted: '도슨트가 삭제되었습니다.',
    deletedTwo: '선택한 도슨트 2명이 삭제되었습니다.',
    deletedAll: '모든 도슨트가 삭제되었습니다.',
    chooseSome: '삭제할 도슨트를 선택해주세요.',
  },
}

const SIZE = '수용 인원은 0보다 커야 합니다.'
const FLOOR = '층수를 입력해주세요.'
const ROOM_NAME = '미팅룸 이름을 입력해주세요.'
const rooms: Kind = {
  noun: 'room',
  calls: {
    see: listRooms,
    list: listRoomsAsAdmin,
    add: addRoom,
    change: changeRoom,
    remove: deleteRoom,
    removeMany: deleteRooms,
  },
  make: (given) => makeRoom(app.db, given),
  form: { name: '미팅룸 A', floor: 3, size: 8, ...NO_TIER },
  changed: { name: 'Room B', floor: 1, size: 1, is_vip: true, is_vvip: false },
  largest: { name: '가'.repeat(50), floor: 999, size: 999, ...NO_TIER },
  wrong: [
    [{ name: ' ' }, { name: ROOM_NAME }],
    [{ name: '가'.repeat(51) }, { name: '50자 이하로 입력해주세요.' }],
    [{ size: 0 }, { size: SIZE }],
    [{ size: -3 }, { size: SIZE }],
    [{ size: 2.5 }, { size: SIZE }],
    [{ size: null }, { size: SIZE }],
    [{ size: 1000 }, { size: '수용 인원은 999명을 초과할 수 없습니다.' }],
    [{ floor: 0 }, { floor: FLOOR }],
    [{ floor: undefined }, { floor: FLOOR }],
    [{ floor: 1000 }, { floor: '층수는 999를 초과할 수 없습니다.' }],
    [{ is_vvip: 1 }, { is_vvip: '올바르지 않은 값입니다.' }],
    [
      { name: '', floor: 'x', size: 'x' },
      { name: ROOM_NAME, floor: FLOOR, size: SIZE },
    ],
  ],
  says: {
    added: '미팅룸이 추가되었습니다.',
    changed: '미팅룸 정보가 수정되었습니다.',
    deleted: '미팅룸이 삭제되었습니다.',
    deletedTwo: '선택한 미팅룸 2개가 삭제되었습니다.',
    deletedAll: '모든 미팅룸이 삭제되었습니다.',
    chooseSome: '삭제할 미팅룸을 선택해주세요.',
  },
}

/** A call that succeeds, for the two kinds alike; its answer is checked against the contract. */
const ok = (endpoint: Endpoint, input: object = {}, by: Client = admin) =>
  by.ok(endpoint, input as never) as Promise<Record<string, { id: number }>>
const refused = (endpoint: Endpoint, input: object) => admin.refused(endpoint, input as never)

beforeEach(async () => {
  await app.db.deleteFrom('docents').execute()
  await app.db.deleteFrom('rooms').execute()
})

describe.each([docents, rooms])('a $noun', ({ noun, calls, make, form, changed, largest, wrong, says }) => {
  test('is added and seen by visitors at once', async () => {
    const { browser } = await makeVisitor(app)
    expect(await ok(calls.see, {}, browser)).toEqual([])
    const answer = await ok(calls.add, { body: { ...form, name: ` ${form.name} ` } })
    expect(answer['message']).toBe(says.added)
    expect(answer[noun]).toEqual({ id: expect.any(Number), ...form })
    expect(await ok(calls.see, {}, browser)).toEqual([answer[noun]])
    expect(await ok(calls.list)).toEqual([answer[noun]])
  })

  test('is changed whole, and only that one', async () => {
    const [one, other] = [await make(), await make()]
    const answer = await ok(calls.change, { params: params(one), body: changed })
    expect(answer).toEqual({ message: says.changed, [noun]: { id: one.id, ...changed } })
    expect(await ok(calls.list)).toEqual([answer[noun], other])
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
    const body = { ...form, ...told }
    const added = (await ok(calls.add, { body }))[noun]!
    expect(added).toMatchObject(kept)
    for (const each of [added, await make({ is_vip: true, is_vvip: true })])
      expect(await ok(calls.change, { params: params(each), body })).toMatchObject({ [noun]: kept })
  })

  test('without a tier is for everyone', async () => {
    const { is_vip: _, is_vvip: __, ...rest } = { ...NO_TIER, ...form }
    expect((await ok(calls.add, { body: rest }))[noun]).toEqual({ id: expect.any(Number), ...form })
  })

  test.each(wrong)('with %j is refused by field', async (part, fields) => {
    const body = { ...form, ...part }
    const one = await make()
    for (const refusal of [
      await refused(calls.add, { body }),
      await refused(calls.change, { params: params(one), body }),
    ]) {
      expect(refusal).toMatchObject({ status: 400, code: 'invalid_input' })
      expect(refusal.fields).toEqual(fields)
    }
    expect(await ok(calls.list)).toEqual([one])
  })

  test('may be as large as the limits', async () => {
    expect((await ok(calls.add, { body: largest }))[noun]).toMatchObject(largest)
  })

  test('that is not there can be neither changed nor deleted', async () => {
    for (const id of ['999999', '0', 'x', '99999999999']) {
      expect(await refused(calls.change, { params: { id }, body: form })).toMatchObject(NOT_FOUND)
      expect(await refused(calls.remove, { params: { id } })).toMatchObject(NOT_FOUND)
    }
  })

  const nameOf = (thing: object) => (thing as { name: string }).name

  test('is deleted alone, with some, with all', async () => {
    const made = []
    for (let n = 0; n < 5; n += 1) made.push(await make())
    expect(await ok(calls.remove, { params: params(made[0]!) })).toEqual({
      message: says.deleted,
      deleted: 1,
      name: nameOf(made[0]!),
    })
    const ids = [made[1]!.id, made[2]!.id, made[2]!.id, 999_999]
    expect(await ok(calls.removeMany, { body: { [`${noun}_ids`]: ids } })).toEqual({
      message: says.deletedTwo,
      deleted: 2,
      names: [nameOf(made[1]!), nameOf(made[2]!)],
    })
    expect(await ok(calls.list)).toEqual(made.slice(3))
    expect(await ok(calls.removeMany, { body: { delete_all: true } })).toEqual({
      message: says.deletedAll,
      deleted: 2,
      names: [nameOf(made[3]!), nameOf(made[4]!)],
    })
    expect(await ok(calls.list)).toEqual([])
  })

  test('is not deleted by what is unclear', async () => {
    const one = await make()
    const ids = `${noun}_ids`
    for (const body of [
      {},
      { [ids]: [] },
      { [ids]: null },
      { [ids]: 'all' },
      { delete_all: false },
      { [ids]: [one.id], delete_all: true },
    ])
      expect((await refused(calls.removeMany, { body })).fields).toEqual({ [ids]: says.chooseSome })
    expect((await refused(calls.removeMany, { body: { [ids]: [one.id, -1] } })).status).toBe(400)
    expect(await admin.send(calls.removeMany, {} as never)).toMatchObject({ statusCode: 400 })
    expect(await ok(calls.list)).toEqual([one])
  })
})
