import { createHash } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { listAudit } from '../../../contract/admin/audit.ts'
import { getSharedDaySheet } from '../../../contract/day-sheet.ts'
import {
  listDaySheetLinks,
  makeDaySheetLink,
  revokeDaySheetLink,
} from '../../../contract/admin/day-sheet-links.ts'
import { deleteDocent } from '../../../contract/admin/places.ts'
import { TODAY, type Client } from '../../../test/app.ts'
import { useTestApp } from '../../../test/fixture.ts'
import { cancelAll, makeAdmin, makeDocent, makeEventDate, makeRoom, makeVisitor } from '../../../test/make.ts'
import { makeReservation } from '../../../test/make-reservation.ts'
import { sweep } from '../../housekeeping.ts'

const TOMORROW = '2026-11-21'
const EXPIRED = {
  status: 404,
  code: 'link_expired',
  error: '만료되었거나 사용할 수 없는 링크입니다.',
}

const app = useTestApp({ publicUrl: 'https://stand.example.com' })
let admin: Client
let name: string
let docent: { id: number; name: string }
let day: { id: number; date: string }

beforeEach(async () => {
  await app.db.deleteFrom('day_sheet_links').execute()
  await cancelAll(app.db)
  await app.db.deleteFrom('slots').execute()
  await app.db.deleteFrom('event_dates').execute()
  day = await makeEventDate(app.db)
  await makeEventDate(app.db, TOMORROW)
  const signedIn = await makeAdmin(app)
  admin = signedIn.browser
  name = signedIn.name
  docent = await makeDocent(app.db, { name: '김하늘' })
})

type Wanted = {
  type?: 'tour' | 'room'
  resource_id?: number
  date?: string | null
  expires_on?: string | null
}
const make = (wanted: Wanted = {}) =>
  admin.ok(makeDaySheetLink, { body: { type: 'tour', resource_id: docent.id, ...wanted } })
const tokenOf = ({ url }: { url: string }) => url.split('/').at(-1)!
const withToken = (token: string, date?: string) => ({ params: { token }, query: date ? { date } : {} })
const read = (made: { url: string }, date?: string) =>
  app.client().ok(getSharedDaySheet, withToken(tokenOf(made), date))
const refusal = (token: string, date?: string) =>
  app.client().refused(getSharedDaySheet, withToken(token, date))

describe('a link', () => {
  test('shows its docent’s sheet to whoever has it, without an account', async () => {
    const made = await makeReservation(app, admin, day, { status: 'APPROVED' })
    const { reservation } = made
    const { id } = reservation.type === 'VIP_TOUR' ? reservation.available_tour.docent : { id: null }
    const link = await make({ resource_id: id! })
    expect(link.url).toMatch(/^https:\/\/stand\.example\.com\/day-sheet\/[\w-]{43}$/)
    expect(await read(link)).toMatchObject({
      dates: [TODAY, TOMORROW],
      expires_at: '2026-11-22T00:00:00+01:00',
      sheet: { docent: { id }, date: TODAY, entries: [{ id: reservation.id }] },
    })
    expect(await read(link, TOMORROW)).toMatchObject({ sheet: { date: TOMORROW, entries: [] } })
  })

  test('shows a room’s sheet as well', async () => {
    const room = await makeRoom(app.db)
    expect(await read(await make({ type: 'room', resource_id: room.id }))).toMatchObject({
      sheet: { room: { id: room.id } },
    })
  })

  test('of one date shows that date only, until its end in Madrid', async () => {
    const made = await make({ date: TODAY })
    expect(await read(made)).toMatchObject({ dates: [TODAY], expires_at: '2026-11-21T00:00:00+01:00' })
    expect(await refusal(tokenOf(made), TOMORROW)).toMatchObject({ status: 404, code: 'not_found' })
    app.setClock(TODAY, '23:59')
    await read(made)
    app.setClock(TOMORROW, '00:00')
    expect(await refusal(tokenOf(made))).toMatchObject(EXPIRED)
  })

  test.each([
    [TODAY, '2026-11-21T00:00:00+01:00'],
    ['2026-11-30', '2026-12-01T00:00:00+01:00'],
  ])('may end earlier or later: %s', async (expires_on, expires_at) => {
    const { link } = await make({ expires_on })
    expect(link).toMatchObject({ date: null, expires_at })
  })

  test('without a date in the event shows that there is none', async () => {
    const made = await make()
    await app.db.deleteFrom('event_dates').execute()
    expect(await read(made)).toMatchObject({ dates: [], sheet: null })
  })

  test('is revoked at once', async () => {
    const made = await make()
    const { link } = await admin.ok(revokeDaySheetLink, { params: { id: String(made.link.id) } })
    expect(link.id).toBe(made.link.id)
    expect(await refusal(tokenOf(made))).toMatchObject(EXPIRED)
    expect(await admin.ok(listDaySheetLinks, {})).toEqual([])
    const again = await admin.refused(revokeDaySheetLink, { params: { id: String(made.link.id) } })
    expect(again).toMatchObject({ status: 404, code: 'not_found' })
  })

  test('goes with its docent', async () => {
    const made = await make()
    await admin.ok(deleteDocent, { params: { id: String(docent.id) } })
    expect(await refusal(tokenOf(made))).toMatchObject(EXPIRED)
    expect(await admin.ok(listDaySheetLinks, {})).toEqual([])
  })

  test.each(['', 'x', 'A'.repeat(43), '%00', '../admin/users'])(
    'of the made-up token %o is refused like every other',
    async (token) => {
      const response = await app.client().send(getSharedDaySheet, withToken(encodeURIComponent(token)))
      expect(response.statusCode).toBe(404)
      if (token !== '') expect(response.json()).toMatchObject({ code: 'link_expired' })
    },
  )
})

describe('nobody else learns a link', () => {
  test('the database keeps the hash of its token only, and the list, the log and a repeated call nothing', async () => {
    const response = await admin.send(
      makeDaySheetLink,
      { body: { type: 'tour', resource_id: docent.id } },
      { 'idempotency-key': 'once' },
    )
    const made = response.json<{ url: string }>()
    const token = tokenOf(made)
    const { token_hash } = await app.db
      .selectFrom('day_sheet_links')
      .select('token_hash')
      .executeTakeFirstOrThrow()
    expect(token_hash).toEqual(createHash('sha256').update(token).digest())
    expect(JSON.stringify(await admin.ok(listDaySheetLinks, {}))).not.toContain(token)
    expect(JSON.stringify(await admin.ok(listAudit, { query: {} }))).not.toContain(token)
    expect(JSON.stringify(await app.db.selectFrom('idempotency_keys').selectAll().execute())).not.toContain(
      token,
    )
  })

  test('it is not cached, and not indexed by search engines', async () => {
    const response = await app.client().send(getSharedDaySheet, withToken(tokenOf(await make())))
    expect(response.headers).toMatchObject({
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex, nofollow',
      'referrer-policy': 'no-referrer',
    })
  })

  test('a member may neither see, make nor revoke any', async () => {
    const { link } = await make()
    const { browser } = await makeVisitor(app)
    for (const [endpoint, input] of [
      [listDaySheetLinks, {}],
      [makeDaySheetLink, { body: { type: 'tour', resource_id: docent.id } }],
      [revokeDaySheetLink, { params: { id: String(link.id) } }],
    ] as const)
      expect(await browser.refused(endpoint, input as never)).toMatchObject({ status: 401 })
  })
})

test('the list names who made each link, for what, until when, and when it was last used', async () => {
  const made = await make({ date: TOMORROW })
  const of = {
    docent: { id: docent.id, name: '김하늘' },
    room: null,
    date: TOMORROW,
    created_at: '2026-11-20T08:00:00+01:00',
    created_by: name,
    expires_at: '2026-11-22T00:00:00+01:00',
  }
  expect(await admin.ok(listDaySheetLinks, {})).toMatchObject([{ ...of, last_used_at: null }])
  app.passMinutes(5)
  await read(made)
  expect(await admin.ok(listDaySheetLinks, {})).toMatchObject([
    { ...of, last_used_at: '2026-11-20T08:05:00+01:00' },
  ])
})

test.each<[string, Wanted, string, string]>([
  ['an unknown docent', { resource_id: 999_999 }, 'resource_id', '도슨트를 선택해주세요.'],
  ['an unknown room', { type: 'room', resource_id: 999_999 }, 'resource_id', '미팅룸을 선택해주세요.'],
  ['no place', { resource_id: '' as never }, 'resource_id', '도슨트 또는 미팅룸을 선택해주세요.'],
  ['no date of the event', { date: '2026-12-24' }, 'date', '유효하지 않은 날짜입니다.'],
  ['a past end', { expires_on: '2026-11-19' }, 'expires_on', '만료일은 오늘 이후여야 합니다.'],
  [
    'an end too far away',
    { expires_on: '9999-12-31' },
    'expires_on',
    '만료일은 오늘부터 1년 이내여야 합니다.',
  ],
])('a link with %s is refused', async (_, wanted, field, text) => {
  const body = { type: 'tour' as const, resource_id: docent.id, ...wanted }
  const refused = await admin.refused(makeDaySheetLink, { body })
  expect(refused).toMatchObject({ status: 400, code: 'invalid_input', fields: { [field]: text } })
})

test('once expired, a link is deleted by the housekeeping', async () => {
  await make({ date: TODAY })
  await make()
  app.setClock(TOMORROW, '00:00')
  await sweep(app.db, app.now())
  expect(await app.db.selectFrom('day_sheet_links').select('date').execute()).toEqual([{ date: null }])
})
