import { expect, test } from 'vitest'
import { getAttention } from '../../../../contract/admin/attention.ts'
import { makeDaySheetLink } from '../../../../contract/admin/day-sheet-links.ts'
import { reportByLink } from '../../../../contract/day-report.ts'
import { getSharedDaySheet } from '../../../../contract/day-sheet.ts'
import { TODAY } from '../../../../test/app.ts'
import { useAdmin, useEventDate, useTestApp } from '../../../../test/fixture.ts'
import { makeDocent, makeTourSlots } from '../../../../test/make.ts'
import { makeTours, rearrange } from '../../../../test/make-rearranging.ts'

const TOMORROW = '2026-11-21'
const app = useTestApp({ clock: [TODAY, '08:00'] })
const day = useEventDate(app)
useEventDate(app, TOMORROW)
const admin = useAdmin(app, '박관리')

/** A docent with tours at 14:00, 14:30, 15:00 and 16:00 reports some hours. */
async function makeReported(start_time = '14:30', end_time = '16:00') {
  const { docent, scope } = await makeTours(app, admin, day, ['14:00', '14:30', '15:00', '16:00'])
  const { url } = await admin.ok(makeDaySheetLink, { body: { type: 'tour', resource_id: docent.id } })
  const params = { token: url.split('/').at(-1)! }
  await app.client().ok(reportByLink, { params, body: { date: TODAY, start_time, end_time, reason: '' } })
  const left = async () => {
    const { day_reports } = await admin.ok(getAttention, {})
    return day_reports.find((report) => report.docent!.id === docent.id)?.affected
  }
  const isDone = async () =>
    (await app.client().ok(getSharedDaySheet, { params, query: { date: TODAY } })).report!.done_at !== null
  return { scope, left, isDone }
}

test('the desk sees how many reservations a report leaves, from its start until before its end', async () => {
  const { left } = await makeReported()
  expect(await left()).toBe(2)
})

test('once the last of them is moved or cancelled, the docent sees that it is dealt with, and by whom is noted', async () => {
  const { scope, left, isDone } = await makeReported()
  const substitute = await makeDocent(app.db)
  await makeTourSlots(app.db, day, substitute, '14:30')
  const first = { ...scope, from: '14:30', to: '15:00' }
  await rearrange(admin, { scope: first, act: 'move', to_docent_id: substitute.id })
  expect([await left(), await isDone()]).toEqual([1, false])
  await rearrange(admin, { scope: { ...scope, from: '15:00', to: '16:00' }, act: 'cancel' })
  expect([await left(), await isDone()]).toEqual([undefined, true])
  const stored = app.db.selectFrom('day_reports').select('done_by').where('docent_id', '=', scope.docent_id)
  expect(await stored.execute()).toEqual([{ done_by: '박관리' }])
})

test.each([
  ['other hours', { from: '16:00' }],
  ['another day', { date: TOMORROW }],
])('a report without reservations stays open after a change of %s', async (_, other) => {
  const { scope, left, isDone } = await makeReported('15:30', '16:00')
  expect(await left()).toBe(0)
  await rearrange(admin, { scope: { ...scope, ...other }, act: 'cancel', lock: true })
  expect(await isDone()).toBe(false)
})

test('a report stays open after a shift, and after a change of another docent', async () => {
  const { scope, left, isDone } = await makeReported()
  const other = await makeTours(app, admin, day, ['15:00'])
  await rearrange(admin, { scope: other.scope, act: 'cancel' })
  await rearrange(admin, { scope: { ...scope, from: '14:30' }, act: 'shift', minutes: 120 })
  expect([await left(), await isDone()]).toEqual([0, false])
})
