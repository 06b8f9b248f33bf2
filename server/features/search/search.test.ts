import { beforeAll, describe, expect, test } from 'vitest'
import { editVisitor } from '../../../contract/admin/reservation-edits.ts'
import { searchEverything } from '../../../contract/admin/search.ts'
import { TODAY, type Client } from '../../../test/app.ts'
import { useAdmin, useTestApp } from '../../../test/fixture.ts'
import {
  makeAdmin,
  makeDocent,
  makeEventDate,
  makeMember,
  makeRoom,
  meetingParty,
  tourParty,
} from '../../../test/make.ts'
import { makeReservation } from '../../../test/make-reservation.ts'

const TOMORROW = '2026-11-21'

const app = useTestApp()
const owner = useAdmin(app)
const ids: Record<string, number> = {}
let code: string

const search = (q: string, as: Client = owner) => as.ok(searchEverything, { query: { q } })
const nameOf = ({ id }: { id: number }) => Object.keys(ids).find((name) => ids[name] === id)!
const reservationsFor = async (q: string) => (await search(q)).reservations.results.map(nameOf)

beforeAll(async () => {
  const days = { [TODAY]: await makeEventDate(app.db), [TOMORROW]: await makeEventDate(app.db, TOMORROW) }
  for (const [name, date, kind, status, time] of [
    ['over', TODAY, 'VIP_TOUR', 'COMPLETED', '07:00'],
    ['called off', TODAY, 'VIP_TOUR', 'CANCELLED', '09:00'],
    ['tomorrow', TOMORROW, 'GROUP_MEETING', 'PENDING', '09:00'],
    ['next', TODAY, 'VIP_TOUR', 'APPROVED', '09:00'],
  ] as const) {
    // A time that is over was booked before it.
    app.setClock(TODAY, '06:00')
    const { reservation } = await makeReservation(app, owner, days[date], { kind, status, time })
    ids[name] = reservation.id
    const party = kind === 'VIP_TOUR' ? tourParty : meetingParty
    const visitor = { ...party, company: '새봄 로보틱스', phone: '02-777-8888' } as never
    await owner.ok(editVisitor, {
      params: { id: String(reservation.id) },
      body: { type: kind, visitor },
    })
    code = reservation.arrival_code ?? code
  }
  await makeDocent(app.db, { name: '도슨트 새봄' })
  for (let n = 1; n <= 6; n += 1) await makeRoom(app.db, { name: `새봄 회의실 ${n}` })
  for (let n = 1; n <= 7; n += 1)
    await makeMember(app.db, { name: `새봄손님 ${n}`, phone: `010-5555-000${n}`, company_name: 'Müller' })
})

describe('one search', () => {
  test('finds at most five members, reservations and places each, and counts them all', async () => {
    const { members, reservations, places } = await search('새봄')
    expect([members!.count, reservations.count, places.count]).toEqual([7, 4, 7])
    expect([members!.results.length, reservations.results.length, places.results.length]).toEqual([5, 4, 5])
    expect(members!.results[0]).toMatchObject({ name: '새봄손님 7', phone: '010-5555-0007' })
    expect(places.results[0]).toMatchObject({
      kind: 'tour',
      name: '도슨트 새봄',
      where: '한국어 · 안내 데스크',
    })
    expect(places.results[1]).toMatchObject({ kind: 'room', name: '새봄 회의실 1', where: '2층' })
  })

  test('shows the reservations ahead first, the nearest at the top, and those called off last', async () => {
    expect(await reservationsFor('새봄로보틱스')).toEqual(['next', 'tomorrow', 'over', 'called off'])
  })

  test.each([['MULLER'], ['010 5555'], ['+82 10-5555'], ['visitor 손님'], ['@EXAMPLE.COM 새봄손님']])(
    'finds members by %s as their list does',
    async (q) => {
      expect((await search(q)).members!.count).toBe(7)
    },
  )

  test('finds a reservation by its phone, by its number and by the code of its ticket', async () => {
    expect(await reservationsFor('02 777-88')).toHaveLength(4)
    const named = ids['called off']!
    for (const q of [`${named}번`, `#${named}`, `예약 ${named}번`])
      expect((await reservationsFor(q))[0], q).toBe('called off')
    for (const q of [code, code.toLowerCase(), `${code.slice(0, 3)} ${code.slice(3)}`])
      expect(await reservationsFor(q), q).toEqual(['next'])
  })

  test('knows no code while arrivals are off', async () => {
    await app.db.updateTable('settings').set({ arrivals: false }).execute()
    expect(await reservationsFor(code)).toEqual([])
    await app.db.updateTable('settings').set({ arrivals: true }).execute()
  })

  test.each([['아무도 아닌'], ['--'], ['- –'], ["''"]])(
    'finds nothing for %j without a mistake',
    async (q) => {
      const nothing = { count: 0, results: [] }
      expect(await search(q)).toEqual({ members: nothing, reservations: nothing, places: nothing })
    },
  )

  test.each([[''], ['새'], [' 새 '], ['새'.repeat(101)]])('refuses %j', async (q) => {
    expect(await owner.refused(searchEverything, { query: { q } })).toMatchObject({
      status: 400,
      code: 'invalid_input',
    })
  })

  test('is stored by no browser', async () => {
    const { headers } = await owner.send(searchEverything, { query: { q: '새봄' } })
    expect(headers['cache-control']).toContain('no-store')
  })
})

test('the desk finds reservations and places, but no list of members', async () => {
  const [desk, manager] = await Promise.all(
    (['desk', 'manager'] as const).map(async (role) => (await makeAdmin(app, `새봄 ${role}`, role)).browser),
  )
  const found = await search('새봄', desk)
  expect(found.members).toBeNull()
  expect([found.reservations.count, found.places.count]).toEqual([4, 7])
  expect((await search('새봄', manager)).members!.count).toBe(7)
})
