import { setTimeout } from 'node:timers/promises'
import type pg from 'pg'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { editNote } from '../../contract/admin/reservation-edits.ts'
import { listReservations } from '../../contract/admin/reservations.ts'
import { isoInMadrid } from '../../domain/madrid-time.ts'
import { useAdmin, useEventDate, useTestApp } from '../fixture.ts'
import { makeReservation } from '../make-reservation.ts'
import { useWatchedConnections } from './watched-connections.ts'

const app = useTestApp()
const watched = useWatchedConnections(app)
beforeAll(() => void app.pool.on('connect', holdCommit))
const admin = useAdmin(app)
const day = useEventDate(app)
let edited = false
let held: PromiseWithResolvers<void> | undefined

/** The transaction that writes a note ends when the test says so. */
function holdCommit(client: pg.PoolClient) {
  const send = client.query.bind(client) as (...args: unknown[]) => Promise<unknown>
  let isEdit = false
  const query = async (...args: unknown[]) => {
    const text = String(args[0])
    if (held && text.startsWith('update "reservations" set "note"')) isEdit = true
    if (isEdit && text === 'commit') {
      edited = true
      await held?.promise
      isEdit = false
    }
    return send(...args)
  }
  client.query = query as typeof client.query
}

let id: number
beforeEach(async () => {
  id = (await makeReservation(app, admin, day, { status: 'APPROVED' })).reservation.id
  app.passMinutes(60)
})

/** A program syncs while a change is being written, and again after it; the clock goes on by `ms`. */
async function syncTwice(ms: number, waited_ms: number) {
  held = Promise.withResolvers()
  edited = false
  const edit = admin.ok(editNote, {
    params: { id: String(id) },
    body: { type: 'VIP_TOUR', note: '통역 필요' },
  })
  await expect.poll(() => edited).toBe(true)
  await setTimeout(waited_ms)
  app.passMinutes(ms / 60_000)
  const ask = (updated_since: string) => admin.ok(listReservations, { query: { updated_since } })
  const begun_at = isoInMadrid(app.now())
  const first = await ask(isoInMadrid(app.now() - 30 * 60_000))
  held.resolve()
  await edit
  held = undefined
  const isIn = ({ tours }: Awaited<ReturnType<typeof ask>>) => tours.some((tour) => tour.id === id)
  return {
    first: isIn(first),
    by_as_of: isIn(await ask(first.as_of!)),
    by_clock: isIn(await ask(begun_at)),
  }
}

test('a change that is written late is found by the next sync; control: by the clock it is lost', async () => {
  expect(await syncTwice(1_000, 0)).toEqual({ first: false, by_as_of: true, by_clock: false })
})

// Longer than the time that is allowed for before a transaction begins.
const LONG = 5 * 60_000 + 2_000

test('also of a transaction that takes long', async () => {
  expect(await syncTwice(LONG, 3_000)).toMatchObject({ first: false, by_as_of: true })
})

test('control: without looking at the running transactions it is lost', async () => {
  watched.naively = (text) => text.replace('- min(xact_start)', '- max(xact_start)')
  expect(await syncTwice(LONG, 3_000)).toMatchObject({ first: false, by_as_of: false })
})
