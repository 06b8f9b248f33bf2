import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { markArrival } from '../../../../contract/admin/arrivals.ts'
import { getAttention } from '../../../../contract/admin/attention.ts'
import { listAudit } from '../../../../contract/admin/audit.ts'
import { makeDaySheetLink, revokeDaySheetLink } from '../../../../contract/admin/day-sheet-links.ts'
import { finishReport } from '../../../../contract/admin/day-reports.ts'
import { reportByLink } from '../../../../contract/day-report.ts'
import { getSharedDaySheet } from '../../../../contract/day-sheet.ts'
import type { TourReservation } from '../../../../contract/reservation.ts'
import { TODAY } from '../../../../test/app.ts'
import { useAdmin, useTestApp } from '../../../../test/fixture.ts'
import { makeAdmin, makeDocent, makeEventDate, makeRoom, makeTourSlots } from '../../../../test/make.ts'
import { makeReservation } from '../../../../test/make-reservation.ts'

const TOMORROW = '2026-11-21'
const app = useTestApp({ clock: [TODAY, '14:02'], hears: true })
const admin = useAdmin(app, '박관리')
let docent: { id: number; name: string }
let token: string
let link_id: number
let day: { id: number; date: string }
let origin: string

beforeAll(async () => {
  origin = await app.listen()
})

beforeEach(async () => {
  await app.db.deleteFrom('day_reports').execute()
  await app.db.deleteFrom('mails').execute()
  await app.db.deleteFrom('audit_log').execute()
  await app.db.deleteFrom('slots').execute()
  await app.db.deleteFrom('event_dates').execute()
  day = await makeEventDate(app.db)
  await makeEventDate(app.db, TOMORROW)
  docent = await makeDocent(app.db, { name: '김하늘' })
  await makeTourSlots(app.db, day, docent, '10:00', '17:00')
  ;({ token, link_id } = await makeLink())
})

async function makeLink(wanted: { type?: 'tour' | 'room'; resource_id?: number; date?: string } = {}) {
  const body = { type: 'tour' as const, resource_id: docent.id, ...wanted }
  const { url, link } = await admin.ok(makeDaySheetLink, { body })
  return { token: url.split('/').at(-1)!, link_id: link.id }
}

const ILL = { date: TODAY, start_time: '14:00', end_time: '17:25', reason: '건강 문제' }
const input = (of = token, body = ILL) => ({ params: { token: of }, body })
const report = (of = token, body = ILL) => app.client().ok(reportByLink, input(of, body))
const refusal = (body: typeof ILL, of = token) => app.client().refused(reportByLink, input(of, body))
const sheet = (of = token) =>
  app.client().ok(getSharedDaySheet, { params: { token: of }, query: { date: TODAY } })
const openId = async () => (await open())[0]!.id
const open = async () => (await admin.ok(getAttention, {})).day_reports
const mails = () => app.db.selectFrom('mails').select(['kind', 'to_address', 'subject']).execute()
const done = (version: number, id: number) => ({ params: { id: String(id) }, body: { version } })
const auditOf = async (path: string) =>
  (await admin.ok(listAudit, { query: {} })).results.filter(({ action }) => action.endsWith(path))

describe('a docent who cannot go on', () => {
  test('reports it; the desk sees it, and the contact address gets a mail', async () => {
    expect((await sheet()).hours).toEqual({ start_time: '10:00', end_time: '17:25' })
    const answer = await report()
    const reported_at = `${TODAY}T14:02:00+01:00`
    expect(answer).toEqual({
      message: '안내 데스크에 전달했습니다.',
      report: { ...ILL, reported_at, done_at: null },
    })
    expect((await sheet()).report).toEqual(answer.report)
    expect(await open()).toEqual([
      {
        ...ILL,
        id: expect.any(Number) as number,
        version: 1,
        docent: { id: docent.id, name: '김하늘' },
        room: null,
        reported_at,
        affected: 0,
      },
    ])
    expect(await mails()).toEqual([
      {
        kind: 'day_reported',
        to_address: 'contact@example.com',
        subject: '[2025 트레이드쇼] 김하늘 진행 불가 알림',
      },
    ])
  })

  test('is named in the log by the link, and the log does not say why', async () => {
    await report()
    const [entry] = await auditOf('/report/')
    expect(entry).toMatchObject({
      admin: `김하늘 데이 시트 링크(${link_id}번)`,
      subject: { text: '김하늘' },
      details: { day_sheet_link: link_id, date: TODAY, start_time: '14:00', end_time: '17:25' },
    })
    expect(JSON.stringify(entry)).not.toContain('건강')
  })

  test('presses twice, or sends again after a lost answer: it is one report and one mail', async () => {
    const [first, ...others] = await Promise.all([report(), report(), report()])
    for (const other of others) expect(other).toEqual(first)
    app.passMinutes(1)
    expect(await report()).toEqual(first)
    expect(await open()).toHaveLength(1)
    expect(await mails()).toHaveLength(1)
    expect(await auditOf('/report/')).toHaveLength(1)
  })

  test('corrects it: the new times replace the old ones and are mailed', async () => {
    await report()
    app.passMinutes(5)
    await report(token, { ...ILL, start_time: '15:00' })
    expect(await open()).toMatchObject([
      { start_time: '15:00', version: 2, reported_at: `${TODAY}T14:07:00+01:00` },
    ])
    expect((await mails()).map(({ subject }) => subject).toSorted()).toEqual([
      '[2025 트레이드쇼] 김하늘 진행 불가 알림',
      '[2025 트레이드쇼] 김하늘 진행 불가 알림 정정',
    ])
  })

  test('sees that the desk has dealt with it, and can report anew', async () => {
    await report()
    const id = await openId()
    app.passMinutes(3)
    await admin.ok(finishReport, done(1, id))
    expect((await sheet()).report?.done_at).toBe(`${TODAY}T14:05:00+01:00`)
    expect(await open()).toEqual([])
    await report()
    expect(await open()).toMatchObject([{ version: 1 }])
    expect((await sheet()).report?.done_at).toBeNull()
  })

  test.each([
    ['an end before the start', { ...ILL, end_time: '13:00' }, '시작 시각보다 늦은 시각을 입력해주세요.'],
    ['a time that is over', { ...ILL, start_time: '10:00', end_time: '14:02' }, '이미 지난 시간입니다.'],
  ])('is told of %s', async (_, body, text) => {
    expect(await refusal(body)).toMatchObject({ status: 400, fields: { end_time: text } })
  })

  test('reports only the dates of the link', async () => {
    expect((await refusal({ ...ILL, date: '2026-12-24' })).code).toBe('not_found')
    const today = await makeLink({ date: TODAY })
    expect((await refusal({ ...ILL, date: TOMORROW }, today.token)).code).toBe('not_found')
    await admin.ok(revokeDaySheetLink, { params: { id: String(today.link_id) } })
    expect((await refusal(ILL, today.token)).code).toBe('link_expired')
  })

  test('is slowed down after ten reports in a minute', async () => {
    for (let times = 0; times < 10; times += 1) await report()
    expect(await refusal(ILL)).toMatchObject({ status: 429 })
  })
})

test('a room’s link reports for the room', async () => {
  const room = await makeRoom(app.db)
  await report((await makeLink({ type: 'room', resource_id: room.id })).token)
  expect(await open()).toMatchObject([{ docent: null, room: { id: room.id } }])
})

describe('the desk', () => {
  test('sees a report, and a manager marks it as done', async () => {
    await report()
    const desk = (await makeAdmin(app, '이데스크', 'desk')).browser
    const { id } = (await desk.ok(getAttention, {})).day_reports[0]!
    expect(await desk.refused(finishReport, done(1, id))).toMatchObject({ code: 'role_required' })
    const manager = (await makeAdmin(app, '최운영', 'manager')).browser
    await manager.ok(finishReport, done(1, id))
    expect(await auditOf('/done/')).toMatchObject([{ target: `day-report ${id}` }])
  })

  test('is not reminded of yesterday’s report that nobody marked, and reschedules nothing of a past day', async () => {
    await report()
    await report(token, { ...ILL, date: TOMORROW })
    app.setClock(TODAY, '23:59')
    expect(await open()).toMatchObject([{ date: TODAY }, { date: TOMORROW }])
    app.setClock(TOMORROW, '00:00')
    expect(await open()).toMatchObject([{ date: TOMORROW }])
  })

  test('two at once: one is done, the other learns by whom', async () => {
    await report()
    const id = await openId()
    const other = (await makeAdmin(app, '이동료')).browser
    const answers = await Promise.all([admin, other].map((each) => each.send(finishReport, done(1, id))))
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409])
    const winner = answers[0]!.statusCode === 200 ? '박관리' : '이동료'
    expect(answers.find(({ statusCode }) => statusCode === 409)!.json()).toMatchObject({
      code: 'changed_meanwhile',
      message: `${winner} 님이 14:02에 이미 처리했습니다.`,
    })
    expect(await auditOf('/done/')).toHaveLength(1)
  })

  test('does not finish what was corrected since, nor what is unknown', async () => {
    await report()
    const id = await openId()
    await report(token, { ...ILL, reason: '' })
    expect(await admin.refused(finishReport, done(1, id))).toMatchObject({
      code: 'changed_meanwhile',
      error: '그사이 내용이 정정되었습니다. 새 내용을 확인해주세요.',
    })
    expect(await open()).toHaveLength(1)
    expect(await admin.refused(finishReport, done(1, 999_999))).toMatchObject({ code: 'not_found' })
  })
})

test('an open sheet is notified of its report, of its end and of an arrival; other sheets and guessed topics are not', async () => {
  const made = await makeReservation(app, admin, day, { status: 'APPROVED', time: '15:00' })
  const tour = made.reservation as TourReservation
  const link = await makeLink({ resource_id: tour.available_tour.docent.id! })
  const own = await listen(`${link.token}.${TODAY}`)
  const others = [
    await listen(`${link.token}.${TOMORROW}`),
    await listen(`${token}.${TODAY}`),
    await listen(`${link.link_id}.${TODAY}`, 0),
  ]
  const hears = async (change: () => Promise<unknown>) => {
    const before = own.heard.length
    await change()
    await expect.poll(() => own.heard.length).toBeGreaterThan(before)
  }
  await hears(() => report(link.token))
  const id = await openId()
  await hears(() => admin.ok(finishReport, done(1, id)))
  await hears(() => admin.ok(markArrival, { params: { id: String(tour.id) }, body: {} }))
  // Only the greeting.
  expect(others.map(({ heard }) => heard.length)).toEqual([1, 1, 0])
  for (const each of [own, ...others]) each.end()
})

/** As a phone without an account does. */
async function listen(sheet: string, greetings = 1) {
  const end = new AbortController()
  const answer = await fetch(`${origin}/api/public/changes/?watch=sheet:${sheet}`, { signal: end.signal })
  const heard: string[] = []
  void (async () => {
    for await (const chunk of answer.body!)
      heard.push(
        ...new TextDecoder()
          .decode(chunk)
          .matchAll(/^data: sheet/gm)
          .map(String),
      )
  })().catch(() => {})
  await expect.poll(() => heard.length).toBe(greetings)
  return { heard, end: () => end.abort() }
}
