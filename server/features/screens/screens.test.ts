import { beforeAll, beforeEach, expect, test } from 'vitest'
import { getAttention } from '../../../contract/admin/attention.ts'
import { eventSettings } from '../../../contract/admin/event-settings.ts'
import { listAudit } from '../../../contract/admin/audit.ts'
import { deleteRoom } from '../../../contract/admin/places.ts'
import { changeScreenAlerts, listScreens, removeScreen } from '../../../contract/admin/screens.ts'
import { checkInScreen } from '../../../contract/screen.ts'
import { TODAY } from '../../../test/app.ts'
import { useAdmin, useTestApp } from '../../../test/fixture.ts'
import { makeRoom } from '../../../test/make.ts'
import { sweep } from '../../housekeeping.ts'
import { postMail } from '../../outbox/post-mail.ts'
import { tellOfSilentScreens } from './silence/commands.ts'

const app = useTestApp({ publicUrl: 'https://stand.example.com' })
const admin = useAdmin(app)
let room: { id: number; code: string }

beforeAll(async () => {
  await admin.ok(eventSettings.change, {
    body: { event_name: '가전 박람회', contact_email: 'desk@example.com', display_names: 'full' },
  })
})

beforeEach(async () => {
  await app.db.deleteFrom('screens').execute()
  await app.db.deleteFrom('mails').execute()
  app.setClock(TODAY, '10:00')
  room = await hangUpRoom('미팅룸 A')
  await admin.ok(changeScreenAlerts, { body: { alerts: true } })
})

/** A room and the code at the end of its set-up link. */
async function hangUpRoom(name: string) {
  const { id } = await makeRoom(app.db, { name })
  const { rooms } = await admin.ok(listScreens, {})
  const { setup_url } = rooms.find((each) => each.room.id === id)!
  return { id, code: new URL(setup_url).hash.slice(1) }
}

const screen = (n: number, code = room.code) => ({
  code,
  key: String(n).padStart(32, '0'),
  build: 'index-Ab12Cd34',
  width: 1080,
  height: 1920,
})
const checkIn = (n: number, code?: string) => app.client().ok(checkInScreen, { body: screen(n, code) })
const screensOf = async (room_id = room.id) =>
  (await admin.ok(listScreens, {})).rooms.find((each) => each.room.id === room_id)!.screens

const context = () => ({ db: app.db, postMail, publicUrl: 'https://stand.example.com' })
const UP_FOR_LONG = Date.parse(`${TODAY}T00:00:00+01:00`)
const watch = (up_since = UP_FOR_LONG) => tellOfSilentScreens(context(), up_since, app.now())

test('each room has a set-up link of its own, which opens its board', async () => {
  const other = await hangUpRoom('미팅룸 B')
  expect(other.code).not.toBe(room.code)
  const { rooms } = await admin.ok(listScreens, {})
  expect(rooms.find((each) => each.room.id === room.id)).toEqual({
    room: { id: room.id, name: '미팅룸 A', floor: expect.any(Number) },
    setup_url: `https://stand.example.com/display/room/${room.id}#${room.code}`,
    screens: [],
  })
})

test('a screen is listed once set up, and silent after two missed calls', async () => {
  await checkIn(1)
  app.passMinutes(1)
  await checkIn(1)
  app.passMinutes(2)
  expect(await screensOf()).toEqual([
    {
      id: expect.any(Number),
      name: null,
      build: 'index-Ab12Cd34',
      width: 1080,
      height: 1920,
      first_seen_at: '2026-11-20T10:00:00+01:00',
      last_seen_at: '2026-11-20T10:01:00+01:00',
      is_silent: false,
      order: null,
    },
  ])
  app.passMinutes(1)
  expect(await screensOf()).toMatchObject([{ is_silent: true }])
  expect(await admin.ok(getAttention, {})).toMatchObject({ silent_screens: 1 })
  await checkIn(1)
  expect(await screensOf()).toMatchObject([{ is_silent: false }])
})

test('two screens of one room are listed separately; one mounted at another room moves', async () => {
  const other = await hangUpRoom('미팅룸 B')
  await checkIn(1)
  await checkIn(2)
  expect(await screensOf()).toHaveLength(2)
  await checkIn(2, other.code)
  expect(await screensOf()).toHaveLength(1)
  expect(await screensOf(other.id)).toHaveLength(1)
})

test('a screen that checks in twice at the same time is listed once', async () => {
  await Promise.all([1, 1, 1, 1].map((n) => checkIn(n)))
  expect(await screensOf()).toHaveLength(1)
})

test.each([
  ['code', 'nonsense'],
  ['code', '0123456789abcdef'],
  ['key', 'x'],
  ['build', '<script>'],
  ['width', 0],
  ['height', 1.5],
])('what is no screen is refused: %s %o', async (field, value) => {
  const refusal = await app.client().refused(checkInScreen, { body: { ...screen(1), [field]: value } })
  expect(refusal).toMatchObject({ status: 400, code: 'invalid_input' })
  expect(Object.keys(refusal.fields!)).toEqual([field])
})

test('no screen can be added without the link', async () => {
  const code = room.code === '0000000000' ? '1111111111' : '0000000000'
  expect(await app.client().refused(checkInScreen, { body: screen(1, code) })).toMatchObject({
    status: 404,
    code: 'room_not_found',
  })
  expect(await screensOf()).toEqual([])
})

test('a link that got about does not fill the list', async () => {
  for (let n = 1; n <= 30; n += 1) await checkIn(n)
  expect(await app.client().refused(checkInScreen, { body: screen(31) })).toMatchObject({ status: 429 })
  await checkIn(30)
  expect(await screensOf()).toHaveLength(30)
  // A new screen replaces one that went silent.
  const [first] = await screensOf()
  app.passMinutes(3)
  for (let n = 2; n <= 30; n += 1) await checkIn(n)
  await checkIn(31)
  const now = await screensOf()
  expect(now).toHaveLength(30)
  expect(now.map(({ id }) => id)).not.toContain(first!.id)
})

test('the set-up link is visible only to administrators', async () => {
  for (const url of ['/api/display/rooms/', `/api/display/rooms/${room.id}/`, '/api/public/info/'])
    expect((await app.server.inject(url)).body).not.toContain(room.code)
  expect((await app.server.inject('/api/admin/screens/')).statusCode).toBe(401)
})

test('a screen that is taken down is removed, and comes back when it is still on', async () => {
  await checkIn(1)
  const [{ id } = { id: 0 }] = await screensOf()
  expect(await admin.ok(removeScreen, { params: { id: String(id) } })).toEqual({
    message: '화면을 목록에서 제거했습니다.',
    screen: { id },
  })
  expect(await admin.refused(removeScreen, { params: { id: String(id) } })).toMatchObject({ status: 404 })
  const { results } = await admin.ok(listAudit, { query: { search: 'screens' } })
  expect(results[0]).toMatchObject({ target: `screen ${id}` })
  await checkIn(1)
  expect(await screensOf()).toHaveLength(1)
})

test("a deleted room's screens are gone with it", async () => {
  await checkIn(1)
  await admin.ok(deleteRoom, { params: { id: String(room.id) } })
  expect(await app.client().refused(checkInScreen, { body: screen(1) })).toMatchObject({ status: 404 })
  expect(await app.db.selectFrom('screens').select('id').execute()).toEqual([])
})

test('ten minutes of silence are mailed once to the contact address, all screens together', async () => {
  await checkIn(1)
  await checkIn(2)
  app.passMinutes(9)
  expect(await watch()).toBe(0)
  app.passMinutes(1)
  expect(await watch()).toBe(2)
  expect(await watch()).toBe(0)
  const mails = await app.mails()
  expect(mails).toMatchObject([
    { kind: 'screens_silent', to_address: 'desk@example.com', reservation_id: null },
  ])
  expect(mails[0]!.subject).toBe('[가전 박람회] 현황판 화면 2대가 응답하지 않습니다')
  expect(mails[0]!.text).toContain('미팅룸 A: 마지막 응답 2026년 11월 20일')
})

test('a screen that falls silent again is reported again', async () => {
  await checkIn(1)
  app.passMinutes(10)
  await watch()
  await checkIn(1)
  expect(await watch()).toBe(0)
  app.passMinutes(10)
  expect(await watch()).toBe(1)
  expect(await app.mails()).toHaveLength(2)
})

test('several processes report a silence once', async () => {
  await checkIn(1)
  app.passMinutes(10)
  const told = await Promise.all([watch(), watch(), watch(), watch()])
  expect(told.toSorted()).toEqual([0, 0, 0, 1])
  expect(await app.mails()).toHaveLength(1)
})

test('if the mail cannot be written, the silence is reported at the next check', async () => {
  await checkIn(1)
  app.passMinutes(10)
  const broken = { ...context(), postMail: () => Promise.reject(new Error('no outbox')) }
  await expect(tellOfSilentScreens(broken, UP_FOR_LONG, app.now())).rejects.toThrow('no outbox')
  expect(await watch()).toBe(1)
})

test('switched off, no silence is reported', async () => {
  await checkIn(1)
  expect(await admin.ok(changeScreenAlerts, { body: { alerts: false } })).toMatchObject({
    message: '화면 알림 메일을 껐습니다.',
    alerts: false,
  })
  expect((await admin.ok(listScreens, {})).alerts).toBe(false)
  app.passMinutes(30)
  expect(await watch()).toBe(0)
  expect(await app.mails()).toEqual([])
})

test('a service that was down reports no silence', async () => {
  await checkIn(1)
  app.passMinutes(30)
  const started = app.now()
  expect(await watch(started)).toBe(0)
  app.passMinutes(9)
  await checkIn(1)
  app.passMinutes(1)
  expect(await watch(started)).toBe(0)
  app.passMinutes(9)
  expect(await watch(started)).toBe(1)
})

// Last: it moves the clock past the administrator's session.
test('a screen that is silent for a month is deleted', async () => {
  await checkIn(1)
  await checkIn(2)
  app.passMinutes(29 * 24 * 60)
  await checkIn(2)
  app.passMinutes(2 * 24 * 60)
  await sweep(app.db, app.now())
  const keys = await app.db.selectFrom('screens').select('key').execute()
  expect(keys.map(({ key }) => key)).toEqual([screen(2).key])
})
