import { expect, onTestFinished, test, vi } from 'vitest'
import { editVisitor } from '../../../../contract/admin/reservation-edits.ts'
import { listReservations } from '../../../../contract/admin/reservations.ts'
import { deleteTourSlot } from '../../../../contract/admin/slot-deletions.ts'
import { actOnReservation, requestCancellation } from '../../../../contract/reservation-action.ts'
import { TODAY } from '../../../../test/app.ts'
import { useAdmin, useEventDate, useTestApp } from '../../../../test/fixture.ts'
import { tourParty } from '../../../../test/make.ts'
import type { Db } from '../../../database/transaction.ts'
import { cancelRequest, decision, makeReservation } from '../../../../test/make-reservation.ts'
import { makeKeptTexts, VERSION } from './queries.ts'

const app = useTestApp()
const day = useEventDate(app)
const admin = useAdmin(app)

const readPage = () => admin.ok(listReservations, { query: { date: TODAY, page: '1' } })

test('a page that is kept shows each change of a reservation, whatever table it stands in, and of the clock', async () => {
  const made = await makeReservation(app, admin, day, { status: 'APPROVED', time: '10:00' })
  const cancelled = await makeReservation(app, admin, day, { status: 'CANCELLED', time: '11:00' })
  const meeting = await makeReservation(app, admin, day, { kind: 'GROUP_MEETING', time: '12:00' })
  const { reservation, browser } = made
  const id = String(reservation.id)
  const changes: Record<string, () => unknown> = {
    'nothing yet': () => {},
    'another is approved': () => admin.ok(actOnReservation, decision(meeting.reservation, 'approve')),
    'its visitor is edited': () =>
      admin.ok(editVisitor, {
        params: { id },
        body: { type: 'VIP_TOUR', visitor: { ...tourParty, name: '최하늘' } },
      }),
    'its member asks to cancel': () => browser.ok(requestCancellation, cancelRequest(reservation)),
    'that is refused': () => admin.ok(actOnReservation, decision(reservation, 'reject_cancellation')),
    'the slot of a cancelled one is deleted': () =>
      admin.ok(deleteTourSlot, { params: { id: String(cancelled.slots[0]!.id) } }),
    'arrivals are not marked any more': () =>
      app.db.updateTable('settings').set({ arrivals: false }).execute(),
    'it is over by the clock': () => app.setClock(TODAY, '10:30'),
    'its member is deleted': () =>
      app.db.deleteFrom('members').where('id', '=', cancelled.member.id).execute(),
  }
  let before = ''
  for (const [name, change] of Object.entries(changes)) {
    await change()
    // Of changes that are written past the calls the service hears a moment later.
    app.server.snapshots.drop()
    const { tours, meetings } = await admin.ok(listReservations, { query: { date: TODAY } })
    const page = await readPage()
    expect({ name, tours: page.tours, meetings: page.meetings }).toEqual({ name, tours, meetings })
    // Each of them can be seen, or a text of before it would be right by chance.
    expect([name, JSON.stringify(page) === before]).toEqual([name, false])
    before = JSON.stringify(page)
  }
})

const readInShort = () =>
  app.db
    .selectFrom('reservations as r')
    .select(['r.id', 'r.kind', 'r.status', 'r.starts_at', 'r.ends_at', VERSION.as('version')])
    .execute()
const noDatabase = {
  selectFrom() {
    throw new Error('asked')
  },
} as unknown as Db

test('after a decision only the text of that reservation is read', async () => {
  const { reservation } = await makeReservation(app, admin, day, { time: '13:00' })
  const findTexts = makeKeptTexts()
  const before = await readInShort()
  const texts = await findTexts(app.db, before, app.now())
  expect(await findTexts(noDatabase, before, app.now())).toEqual(texts)

  await admin.ok(actOnReservation, decision(reservation, 'approve'))
  const isDecided = ({ id }: { id: number }) => id === reservation.id
  const after = await readInShort()
  const others = after.filter((row) => !isDecided(row))
  expect(await findTexts(noDatabase, others, app.now())).toHaveLength(before.length - 1)
  await expect(findTexts(noDatabase, after.filter(isDecided), app.now())).rejects.toThrow('asked')
})

test('a text is read anew after ten minutes, so that none outlives the deletion of its member for longer', async () => {
  await makeReservation(app, admin, day, { time: '14:00' })
  const findTexts = makeKeptTexts()
  const rows = await readInShort()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  await findTexts(app.db, rows, app.now())
  vi.advanceTimersByTime(10 * 60_000 - 1)
  expect(await findTexts(noDatabase, rows, app.now())).toHaveLength(rows.length)
  vi.advanceTimersByTime(1)
  await expect(findTexts(noDatabase, rows, app.now())).rejects.toThrow('asked')
})
