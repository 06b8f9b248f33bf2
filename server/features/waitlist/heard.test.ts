import pg from 'pg'
import { expect, test } from 'vitest'
import { actOnReservation } from '../../../contract/reservation-action.ts'
import { leaveWaitlist } from '../../../contract/waitlist.ts'
import { useAdmin, useEventDate, useTestApp } from '../../../test/fixture.ts'
import { makeVisitor } from '../../../test/make.ts'
import { decision, makeReservation } from '../../../test/make-reservation.ts'
import { makeVip, waitFor } from '../../../test/make-waiting.ts'

const app = useTestApp()
const admin = useAdmin(app)
const day = useEventDate(app)

async function membersWhoHear(change: () => Promise<unknown>): Promise<number[]> {
  const listener = new pg.Client({ connectionString: app.connectionString })
  await listener.connect()
  const heard = new Set<number>()
  listener.on('notification', ({ payload }) => {
    const [, id] = /^member (\d+)$/.exec(payload ?? '') ?? []
    if (id) heard.add(Number(id))
  })
  await listener.query('listen fairslot_changed')
  await change()
  // Notifications arrive in commit order, before the result of this query.
  await listener.query('select 1')
  await listener.end()
  return [...heard].toSorted((a, b) => a - b)
}

test('waiting members are notified when their position changes: a new, served or removed entry', async () => {
  const { reservation, slots } = await makeReservation(app, admin, day, { time: '10:00' })
  const slot = { ...slots[0]!, event_date_id: day.id }
  const [last, next, elsewhere] = [await makeVisitor(app), await makeVisitor(app), await makeVisitor(app)]
  await waitFor(last.browser, slot)
  const other = await makeReservation(app, admin, day, { time: '11:00' })
  await waitFor(elsewhere.browser, { ...other.slots[0]!, event_date_id: day.id })
  const vip = await makeVip(app, 'VIP')

  const came = await membersWhoHear(() => waitFor(vip.browser, slot))
  expect(came).toEqual(expect.arrayContaining([last.member.id, vip.member.id]))
  expect(came).not.toContain(elsewhere.member.id)

  const { id } = await waitFor(next.browser, slot)
  const left = await membersWhoHear(() => next.browser.ok(leaveWaitlist, { params: { id: String(id) } }))
  expect(left).toContain(last.member.id)

  const served = await membersWhoHear(() =>
    admin.ok(actOnReservation, decision(reservation, 'reject', '정원 초과')),
  )
  expect(served).toEqual(expect.arrayContaining([last.member.id, vip.member.id]))
  expect(served).not.toContain(elsewhere.member.id)
})
