import { Socket } from 'node:net'
import { expect, test } from 'vitest'
import { actOnReservation } from '../../../../contract/reservation-action.ts'
import { useAdmin, useEventDate, useTestApp } from '../../../../test/fixture.ts'
import { decision, makeReservation } from '../../../../test/make-reservation.ts'

let ways = 0

/** Counts round trips to the database. */
function makeCountingSocket() {
  const socket = new Socket()
  for (const way of ['_write', '_writev'] as const) {
    const write = socket[way]!.bind(socket) as (...args: unknown[]) => void
    socket[way] = (...args: unknown[]) => {
      ways += 1
      write(...args)
    }
  }
  return socket
}

const app = useTestApp({ pool: { stream: makeCountingSocket, max: 1 }, hears: true })
const day = useEventDate(app)
const admin = useAdmin(app)

test('an approval takes three round trips to the database', async () => {
  const [first, second] = [await makeReservation(app, admin, day), await makeReservation(app, admin, day)]
  await admin.ok(actOnReservation, decision(first.reservation, 'approve'))
  ways = 0
  await admin.ok(actOnReservation, decision(second.reservation, 'approve'))
  expect(ways).toBe(3)
})
