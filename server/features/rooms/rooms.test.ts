import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { listRooms } from '../../../contract/room.ts'
import {
  addRoom,
  changeRoom,
  deleteRoom,
  deleteRooms,
  listRoomsAsAdmin,
} from '../../../contract/admin/rooms.ts'
import { startTestApp, type Client, type TestApp } from '../../../test/app.ts'
import { makeAdmin, makeRoom, makeVisitor } from '../../../test/make.ts'

let shop: TestApp
let admin: Client

beforeAll(async () => {
  shop = await startTestApp()
  admin = (await makeAdmin(shop)).browser
})
afterAll(() => shop.stop())
beforeEach(() => shop.db.deleteFrom('rooms').execute())

const form = { name: '미팅룸 A', floor: 3, size: 8, is_vip: false, is_vvip: false }
const params = ({ id }: { id: number }) => ({ id: String(id) })
const NOT_FOUND = { status: 404, code: 'not_found' }

describe('a room', () => {
  test('is added and seen by visitors at once', async () => {
    const { browser } = await makeVisitor(shop)
    expect(await browser.ok(listRooms, {})).toEqual([])
    const { message, room } = await admin.ok(addRoom, { body: { ...form, name: ' 미팅룸 A ' } })
    expect(message).toBe('미팅룸이 추가되었습니다.')
    expect(room).toEqual({ id: expect.any(Number), ...form })
    expect(await browser.ok(listRooms, {})).toEqual([room])
    expect(await admin.ok(listRoomsAsAdmin, {})).toEqual([room])
  })

  test('is changed whole, and only that one', async () => {
    const [room, other] = [await makeRoom(shop.db), await makeRoom(shop.db)]
    const body = { ...form, name: 'Room B', floor: 1, size: 1, is_vip: true }
    const answer = await admin.ok(changeRoom, { params: params(room), body })
    expect(answer).toEqual({ message: '미팅룸 정보가 수정되었습니다.', room: { id: room.id, ...body } })
    expect(await admin.ok(listRoomsAsAdmin, {})).toEqual([answer.room, other])
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
    const { room } = await admin.ok(addRoom, { body: { ...form, ...told } })
    expect(room).toMatchObject(kept)
    for (const { id } of [room, await makeRoom(shop.db, { is_vip: true, is_vvip: true })])
      expect(
        await admin.ok(changeRoom, { params: params({ id }), body: { ...form, ...told } }),
      ).toMatchObject({ room: kept })
  })

  test('without a tier is for everyone', async () => {
    const { is_vip: _, is_vvip: __, ...rest } = form
    expect((await admin.ok(addRoom, { body: rest })).room).toEqual({ id: expect.any(Number), ...form })
  })

  const SIZE = '수용 인원은 0보다 커야 합니다.'
  const FLOOR = '층수를 입력해주세요.'
  const NAME = '미팅룸 이름을 입력해주세요.'
  test.each([
    [{ name: ' ' }, { name: NAME }],
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
      { name: NAME, floor: FLOOR, size: SIZE },
    ],
  ])('with %j is refused by field', async (part, fields) => {
    const body = { ...form, ...part } as typeof form
    const room = await makeRoom(shop.db)
    for (const refusal of [
      await admin.refused(addRoom, { body }),
      await admin.refused(changeRoom, { params: params(room), body }),
    ]) {
      expect(refusal).toMatchObject({ status: 400, code: 'invalid_input' })
      expect(refusal.fields).toEqual(fields)
    }
    expect(await admin.ok(listRoomsAsAdmin, {})).toEqual([room])
  })

  test('may be as large as the limits', async () => {
    const body = { ...form, name: '가'.repeat(50), floor: 999, size: 999 }
    expect((await admin.ok(addRoom, { body })).room).toMatchObject(body)
  })

  test('that is not there can be neither changed nor deleted', async () => {
    for (const id of ['999999', '0', 'x', '99999999999']) {
      expect(await admin.refused(changeRoom, { params: { id }, body: form })).toMatchObject(NOT_FOUND)
      expect(await admin.refused(deleteRoom, { params: { id } })).toMatchObject(NOT_FOUND)
    }
  })
})

describe('deleting', () => {
  test('one, some, all', async () => {
    const rooms = []
    for (let n = 0; n < 5; n += 1) rooms.push(await makeRoom(shop.db))
    expect(await admin.ok(deleteRoom, { params: params(rooms[0]!) })).toEqual({
      message: '미팅룸이 삭제되었습니다.',
      deleted: 1,
    })
    const room_ids = [rooms[1]!.id, rooms[2]!.id, rooms[2]!.id, 999_999]
    expect(await admin.ok(deleteRooms, { body: { room_ids } })).toEqual({
      message: '선택한 미팅룸 2개가 삭제되었습니다.',
      deleted: 2,
    })
    expect(await admin.ok(listRoomsAsAdmin, {})).toEqual(rooms.slice(3))
    expect(await admin.ok(deleteRooms, { body: { delete_all: true } })).toEqual({
      message: '모든 미팅룸이 삭제되었습니다.',
      deleted: 2,
    })
    expect(await admin.ok(listRoomsAsAdmin, {})).toEqual([])
  })

  test('what is unclear deletes nothing', async () => {
    const room = await makeRoom(shop.db)
    for (const body of [
      {},
      { room_ids: [] },
      { room_ids: null },
      { room_ids: 'all' },
      { delete_all: false },
      { room_ids: [room.id], delete_all: true },
    ])
      expect((await admin.refused(deleteRooms, { body: body as never })).fields).toEqual({
        room_ids: '삭제할 미팅룸을 선택해주세요.',
      })
    expect((await admin.refused(deleteRooms, { body: { room_ids: [room.id, -1] } })).status).toBe(400)
    expect(await admin.send(deleteRooms, {} as never)).toMatchObject({ statusCode: 400 })
    expect(await admin.ok(listRoomsAsAdmin, {})).toEqual([room])
  })
})
