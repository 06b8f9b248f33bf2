import { beforeEach, describe, expect, test } from 'vitest'
import { listArrivals, markArrival, undoArrival } from '../../../../contract/admin/arrivals.ts'
import { listAudit } from '../../../../contract/admin/audit.ts'
import {
  listDaySheetLinks,
  makeDaySheetLink,
  revokeDaySheetLink,
} from '../../../../contract/admin/day-sheet-links.ts'
import { changeDocent } from '../../../../contract/admin/places.ts'
import { listReservationHistory } from '../../../../contract/admin/reservations.ts'
import { getSharedDaySheet } from '../../../../contract/day-sheet.ts'
import { markArrivalByLink, undoArrivalByLink } from '../../../../contract/day-sheet-arrivals.ts'
import { FLAGS_OF } from '../../../../domain/tier.ts'
import { TODAY } from '../../../../test/app.ts'
import { useAdmin, useEventDate, useTestApp } from '../../../../test/fixture.ts'
import { makeReservation } from '../../../../test/make-reservation.ts'
import { tourParty } from '../../../../test/make.ts'

const app = useTestApp()
const day = useEventDate(app)
const admin = useAdmin(app, '박관리')
let tour: Awaited<ReturnType<typeof makeReservation>>['reservation']
let docent: { id: number | null; name: string }

beforeEach(async () => {
  tour = (await makeReservation(app, admin, day, { status: 'APPROVED' })).reservation
  docent = tour.type === 'VIP_TOUR' ? tour.available_tour.docent : ({} as never)
})

async function makeLink(may_mark_arrivals?: boolean) {
  const right = may_mark_arrivals === undefined ? {} : { may_mark_arrivals }
  const body = { type: 'tour' as const, resource_id: docent.id!, ...right }
  const { link, url } = await admin.ok(makeDaySheetLink, { body })
  return { link, token: url.split('/').at(-1)! }
}
const phone = () => app.client()
const press = (token: string, { id }: { id: number } = tour, at?: string) => ({
  params: { token, id: String(id) },
  body: { ...(at && { at }) },
})
const actors = async () =>
  (await admin.ok(listReservationHistory, { params: { id: String(tour.id) } })).map(
    ({ action, actor }) => `${action}: ${actor}`,
  )

describe('a link that was made with that right', () => {
  test('marks an arrival on its sheet; history and audit name the link, and no visitor', async () => {
    const { link, token } = await makeLink(true)
    expect(link.may_mark_arrivals).toBe(true)
    app.setClock(TODAY, '10:02')
    expect(await phone().ok(markArrivalByLink, press(token))).toEqual({
      message: '도착을 확인했습니다.',
      arrived_at: `${TODAY}T10:02:00+01:00`,
    })
    const name = `${docent.name} 데이 시트 링크(${link.id}번)`
    expect((await actors()).at(-1)).toBe(`arrive: ${name}`)
    const { results } = await admin.ok(listAudit, { query: {} })
    expect(results[0]).toMatchObject({
      admin: name,
      target: `reservation ${tour.id}`,
      details: { day_sheet_link: link.id },
    })
    expect(JSON.stringify(results[0]!.details) + results[0]!.summary).not.toContain(tourParty.name)
    const sheet = await phone().ok(getSharedDaySheet, { params: { token }, query: {} })
    expect(sheet).toMatchObject({
      may_mark_arrivals: true,
      sheet: { entries: [{ id: tour.id, arrived_at: `${TODAY}T10:02:00+01:00` }] },
    })
    const { arrivals } = await admin.ok(listArrivals, { query: {} })
    expect(arrivals.find(({ id }) => id === tour.id)).toMatchObject({ arrived_by: name })
  })

  test('answers a repeated press alike without a key, and refuses another one', async () => {
    const { token } = await makeLink(true)
    app.setClock(TODAY, '10:06')
    const once = press(token, tour, `${TODAY}T10:04:00+01:00`)
    const answer = await phone().ok(markArrivalByLink, once)
    expect(await phone().ok(markArrivalByLink, once)).toEqual(answer)
    expect((await actors()).filter((each) => each.startsWith('arrive'))).toHaveLength(1)
    expect(await phone().refused(markArrivalByLink, press(token))).toMatchObject({ code: 'already_arrived' })
  })

  test('can undo its own mark, but not the desk’s', async () => {
    const { token } = await makeLink(true)
    const { arrived_at } = await phone().ok(markArrivalByLink, press(token))
    const undo = { params: press(token).params, body: { arrived_at: arrived_at! } }
    expect(await phone().ok(undoArrivalByLink, undo)).toMatchObject({ arrived_at: null })
    await admin.ok(markArrival, { params: { id: String(tour.id) }, body: {} })
    expect(await phone().refused(undoArrivalByLink, undo)).toMatchObject({ code: 'changed_meanwhile' })
  })

  test('answers a repeated undo alike, whose first answer was lost, but not one after the desk’s', async () => {
    const { token } = await makeLink(true)
    const seen = async (answer: Promise<{ arrived_at: string | null }>) => ({
      params: press(token).params,
      body: { arrived_at: (await answer).arrived_at! },
    })
    const undo = await seen(phone().ok(markArrivalByLink, press(token)))
    const answer = await phone().ok(undoArrivalByLink, undo)
    expect(await phone().ok(undoArrivalByLink, undo)).toEqual(answer)
    expect((await actors()).filter((each) => each.startsWith('undo_arrival'))).toHaveLength(1)
    const byDesk = await seen(phone().ok(markArrivalByLink, press(token)))
    await admin.ok(undoArrival, { ...byDesk, params: { id: String(tour.id) } })
    expect(await phone().refused(undoArrivalByLink, byDesk)).toMatchObject({ code: 'changed_meanwhile' })
  })

  test('can undo and repeat its mark after the docent has another name; another link cannot', async () => {
    const [{ token }, other] = [await makeLink(true), await makeLink(true)]
    app.setClock(TODAY, '10:02')
    const marked = press(token, tour, `${TODAY}T10:02:00+01:00`)
    const { arrived_at } = await phone().ok(markArrivalByLink, marked)
    const body = { ...docent, name: '김 도슨트', language: '한국어', start_point: '입구', ...FLAGS_OF.normal }
    await admin.ok(changeDocent, { params: { id: String(docent.id) }, body })
    expect(await phone().ok(markArrivalByLink, marked)).toMatchObject({ arrived_at })
    const undoBy = (by: string) => ({ params: press(by).params, body: { arrived_at: arrived_at! } })
    expect(await phone().refused(undoArrivalByLink, undoBy(other.token))).toMatchObject({
      code: 'changed_meanwhile',
    })
    expect(await phone().ok(undoArrivalByLink, undoBy(token))).toMatchObject({ arrived_at: null })
  })

  test('reaches nothing that is not on its sheets', async () => {
    const { token } = await makeLink(true)
    const other = await makeReservation(app, admin, day, { status: 'APPROVED' })
    expect((await phone().refused(markArrivalByLink, press(token, other.reservation))).code).toBe('not_found')
  })

  test('stops working once revoked, and never works from another site', async () => {
    const { link, token } = await makeLink(true)
    const url = `/api/public/day-sheets/${token}/arrivals/${tour.id}/`
    const foreign = { 'sec-fetch-site': 'cross-site', 'content-type': 'application/json' }
    const response = await app.server.inject({ method: 'POST', url, headers: foreign, payload: '{}' })
    expect(response.statusCode).toBe(403)
    await admin.ok(revokeDaySheetLink, { params: { id: String(link.id) } })
    expect((await phone().refused(markArrivalByLink, press(token))).code).toBe('link_expired')
  })
})

test('a link without the right shows the sheet and marks nothing', async () => {
  const { link, token } = await makeLink()
  expect(link.may_mark_arrivals).toBe(false)
  expect((await admin.ok(listDaySheetLinks, {}))[0]).toMatchObject({ id: link.id, may_mark_arrivals: false })
  expect((await phone().ok(getSharedDaySheet, { params: { token }, query: {} })).may_mark_arrivals).toBe(
    false,
  )
  expect((await phone().refused(markArrivalByLink, press(token))).code).toBe('link_expired')
  expect((await actors()).some((each) => each.startsWith('arrive'))).toBe(false)
})
