import { beforeEach, expect, test } from 'vitest'
import { listAudit } from '../../../contract/admin/audit.ts'
import { listScreens, orderScreens, renameScreen, renewScreenCode } from '../../../contract/admin/screens.ts'
import { checkInScreen } from '../../../contract/screen.ts'
import { useAdmin, useTestApp } from '../../../test/fixture.ts'
import { makeRoom } from '../../../test/make.ts'
import { withClient } from '../../../test/test-database.ts'
import { countWaiting } from '../../../test/waiting.ts'

const app = useTestApp({ publicUrl: 'https://stand.example.com' })
const admin = useAdmin(app)
let room: { id: number; code: string }

beforeEach(async () => {
  await app.db.deleteFrom('screens').execute()
  const { id } = await makeRoom(app.db, { name: '미팅룸 A' })
  room = { id, code: await readCode(id) }
})

const readRoom = async (id = room.id) =>
  (await admin.ok(listScreens, {})).rooms.find((each) => each.room.id === id)!
const readCode = async (id: number) => new URL((await readRoom(id)).setup_url).hash.slice(1)

const keyOf = (n: number) => String(n).padStart(32, '0')
const screen = (n: number, heard?: string) => ({
  code: room.code,
  key: keyOf(n),
  build: 'index-Ab12Cd34',
  width: 1080,
  height: 1920,
  ...(heard !== undefined && { heard }),
})
const checkIn = (n: number, heard?: string) => app.client().ok(checkInScreen, { body: screen(n, heard) })

async function idOf(n: number) {
  const { id } = await app.db
    .selectFrom('screens')
    .select('id')
    .where('key', '=', keyOf(n))
    .executeTakeFirstOrThrow()
  return id
}

const order = (body: { order: 'identify' | 'reload'; screen_ids?: number[] }) =>
  admin.ok(orderScreens, { body })

test('a screen shows its given name, else its room and size', async () => {
  expect(await checkIn(1)).toMatchObject({ name: '미팅룸 A · 1080 × 1920' })
  const id = await idOf(1)
  const rename = (name: string | null, expected?: { name: string | null }) => ({
    params: { id: String(id) },
    body: { name, ...(expected && { expected }) },
  })
  expect(await admin.ok(renameScreen, rename(' 입구 왼쪽 ', { name: null }))).toEqual({
    message: '화면 이름이 저장되었습니다.',
    screen: { id, name: '입구 왼쪽' },
  })
  expect(await checkIn(1)).toMatchObject({ name: '입구 왼쪽' })
  expect((await readRoom()).screens).toMatchObject([{ name: '입구 왼쪽' }])
  const { results } = await admin.ok(listAudit, { query: { search: '입구 왼쪽' } })
  expect(results[0]).toMatchObject({ target: `screen ${id}`, details: { name: '입구 왼쪽' } })

  // The form was filled before that change.
  expect(await admin.refused(renameScreen, rename('출구', { name: null }))).toMatchObject({
    status: 409,
    code: 'changed_meanwhile',
    error: expect.stringContaining('입구 왼쪽'),
  })
  await admin.ok(renameScreen, rename(null, { name: '입구 왼쪽' }))
  expect(await checkIn(1)).toMatchObject({ name: '미팅룸 A · 1080 × 1920' })
})

test.each([
  ['', '이름을 입력해주세요.'],
  ['가'.repeat(41), '40자 이하로 입력해주세요.'],
])('no name for a screen: "%s"', async (name, text) => {
  await checkIn(1)
  const params = { id: String(await idOf(1)) }
  expect((await admin.refused(renameScreen, { params, body: { name } })).fields).toEqual({ name: text })
})

test('an order is repeated until the screen acknowledges it, which the list shows', async () => {
  await checkIn(1)
  await checkIn(2)
  const id = await idOf(1)
  expect(await order({ order: 'identify', screen_ids: [id] })).toEqual({
    message: '화면 1대에 이름을 표시하도록 요청했습니다.',
    ordered: 1,
  })
  expect((await checkIn(2)).order).toBeNull()
  const told = (await checkIn(1)).order!
  expect(told).toEqual({ id: expect.any(String), kind: 'identify' })
  // Repeated, because the answer may have been lost.
  expect((await checkIn(1)).order).toEqual(told)
  expect((await readRoom()).screens[0]!.order).toMatchObject({ state: 'waiting', heard_at: null })

  expect((await checkIn(1, told.id)).order).toBeNull()
  expect((await readRoom()).screens.map((each) => each.order?.state)).toEqual(['heard', undefined])
  expect((await checkIn(1)).order).toBeNull()
})

test('an order for all screens is not acknowledged by earlier orders', async () => {
  await checkIn(1)
  await checkIn(2)
  await order({ order: 'identify' })
  const first = (await checkIn(1)).order!
  await checkIn(1, first.id)
  expect(await order({ order: 'reload' })).toMatchObject({ ordered: 2 })
  const second = (await checkIn(1, first.id)).order!
  expect(second.kind).toBe('reload')
  expect(second.id).not.toBe(first.id)
  // It never received the first order; only the latest counts.
  expect((await checkIn(2)).order).toEqual(second)
})

test('an order lapses for a screen that is away for ten minutes', async () => {
  await checkIn(1)
  await order({ order: 'reload' })
  app.passMinutes(10)
  expect((await checkIn(1)).order).toBeNull()
  expect((await readRoom()).screens[0]!.order).toMatchObject({ kind: 'reload', state: 'lapsed' })
})

test('an order to an unknown screen reaches no screen', async () => {
  await checkIn(1)
  const screen_ids = [await idOf(1), 2_000_000_000]
  expect(await admin.refused(orderScreens, { body: { order: 'reload', screen_ids } })).toMatchObject({
    status: 404,
  })
  expect((await checkIn(1)).order).toBeNull()
  expect((await admin.refused(orderScreens, { body: { order: 'reload', screen_ids: [] } })).status).toBe(400)
})

test('an order is pushed to every process, a screen’s own calls are not', async () => {
  await checkIn(1)
  const client = await app.pool.connect()
  const heard: string[] = []
  client.on('notification', ({ payload }) => heard.push(payload!.split(' ')[0]!))
  await client.query('listen fairslot_changed')
  await checkIn(1)
  await order({ order: 'identify' })
  await expect.poll(() => heard).toEqual(['event'])
  client.release(true)
})

const renew = (expected?: { setup_url: string }) => ({
  params: { id: String(room.id) },
  body: expected ? { expected } : {},
})

test('a new set-up code ends the old one, and takes its screens off the list', async () => {
  await checkIn(1)
  await checkIn(2)
  const { setup_url } = await readRoom()
  expect(await admin.ok(renewScreenCode, renew({ setup_url }))).toEqual({
    message: '새 설정 코드를 만들었습니다.',
    removed: 2,
  })
  expect(await app.client().refused(checkInScreen, { body: screen(1) })).toMatchObject({
    code: 'room_not_found',
  })
  const after = await readRoom()
  expect(after.screens).toEqual([])
  expect(after.setup_url).not.toBe(setup_url)
  // The room's board is public and keeps working.
  expect((await app.server.inject('/api/display/rooms/')).body).toContain('미팅룸 A')
  room.code = await readCode(room.id)
  await checkIn(1)
  expect((await readRoom()).screens).toHaveLength(1)

  // A colleague with an outdated form does not end the new link.
  expect(await admin.refused(renewScreenCode, renew({ setup_url }))).toMatchObject({
    code: 'changed_meanwhile',
  })
  expect(await checkIn(1)).toMatchObject({ order: null })
})

test('a screen that calls with the old code while the new one is being made is not listed', async () => {
  let refusal: unknown
  await withClient(app.connectionString, async (colleague) => {
    await colleague.query('begin')
    await colleague.query(`update rooms set screen_code = '00112233aa' where id = ${room.id}`)
    const call = app.client().refused(checkInScreen, { body: screen(1) })
    await expect.poll(() => countWaiting(app.pool)).toBe(1)
    await colleague.query(`delete from screens where room_id = ${room.id}`)
    await colleague.query('commit')
    refusal = await call
  })
  expect(refusal).toMatchObject({ code: 'room_not_found' })
  expect((await readRoom()).screens).toEqual([])
})
