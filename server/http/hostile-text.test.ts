import { describe, expect, test } from 'vitest'
import { adminLogin } from '../../contract/admin/login.ts'
import { listMembers } from '../../contract/admin/members.ts'
import { login } from '../../contract/login.ts'
import { reserveTour } from '../../contract/booking.ts'
import { listMyReservations } from '../../contract/reservation.ts'
import { actOnReservation } from '../../contract/reservation-action.ts'
import { useAdmin, useEventDate, useTestApp, useVisitor } from '../../test/fixture.ts'
import { makeDocent, makeMember, makeTourSlots, makeVisitor, tourParty } from '../../test/make.ts'
import { decision, makeReservation } from '../../test/make-reservation.ts'

const app = useTestApp()
const day = useEventDate(app)
const visitor = useVisitor(app)
const admin = useAdmin(app)

const UNUSABLE = '사용할 수 없는 문자가 포함되어 있습니다.'

const wish = (slot: { id: number }, given: { note?: string } & Partial<typeof tourParty>) => {
  const { note = null, ...visitor } = given
  return {
    body: { available_tour_id: slot.id, event_date_id: day.id, visitor: { ...tourParty, ...visitor }, note },
  }
}
const freeTour = async () => (await makeTourSlots(app.db, day, await makeDocent(app.db), '10:00'))[0]!

describe('text that no database keeps or no screen shows', () => {
  test.each([
    ['NUL', 'a\0b'],
    ['a bell', 'a\u0007b'],
    ['an escape', '\u001b[31mred'],
    ['delete', 'a\u007fb'],
    ['next line', 'a\u0085b'],
    ['half a character', 'a\ud83cb'],
    ['the other half', 'a\udf89b'],
  ])('is refused by field: %s', async (_name, text) => {
    const slot = await freeTour()
    const refusal = await visitor.refused(reserveTour, wish(slot, { company: text, note: text }))
    expect(refusal).toMatchObject({ status: 400, code: 'invalid_input', error: UNUSABLE })
    expect(refusal.fields).toEqual({ 'visitor.company': UNUSABLE, note: UNUSABLE })
    const { reservation } = await makeReservation(app, admin, day)
    expect((await admin.refused(actOnReservation, decision(reservation, 'reject', text))).fields).toEqual({
      reason: UNUSABLE,
    })
    for (const name of [`${text}x`, text])
      expect((await visitor.refused(login, { body: { phone: '010-0000-0000', name } })).status).toBe(400)
    expect((await visitor.refused(adminLogin, { body: { name: text, password: text } })).fields).toEqual({
      name: UNUSABLE,
    })
  })

  test('that nobody sees is removed, and a tab becomes a space', async () => {
    const party = { company: '한빛\u202e전자', name: '박\u200b지민', note: '첫\t줄\u00ad\ufeff' }
    const { reservation } = await visitor.ok(reserveTour, wish(await freeTour(), party))
    expect(reservation).toMatchObject({ visitor: { company: '한빛전자', name: '박지민' }, note: '첫 줄' })
    const { member } = await makeVisitor(app)
    const { results } = await admin.ok(listMembers, { query: { search: `\u202d${member.phone}\u202c` } })
    expect(results.map(({ id }) => id)).toEqual([member.id])
  })

  test('that was stored before the rule stays unchanged, and its member can sign in', async () => {
    const member = await makeMember(app.db, { name: '박\u200b지민' })
    const { user_data } = await app.client().ok(login, { body: { phone: member.phone, name: member.name } })
    expect(user_data.name).toBe('박\u200b지민')
  })

  test('is only a wrong answer where nothing is kept: a password, a phone', async () => {
    for (const text of ['a\0b', 'a\ud83cb', '\u001b']) {
      expect(await visitor.refused(adminLogin, { body: { name: '아무개', password: text } })).toMatchObject({
        status: 401,
      })
      expect(await visitor.refused(login, { body: { phone: text, name: '아무개' } })).toMatchObject({
        status: 401,
      })
    }
  })

  test('of several lines is fine in a note, not in a name', async () => {
    const slot = await freeTour()
    expect((await visitor.refused(reserveTour, wish(slot, { company: '한빛\n전자' }))).fields).toEqual({
      'visitor.company': UNUSABLE,
    })
    const { reservation } = await visitor.ok(reserveTour, wish(slot, { note: ' 첫 줄\r\n둘째 줄\n' }))
    expect(reservation.note).toBe('첫 줄\n둘째 줄')
  })
})

describe('text that only looks dangerous', () => {
  test.each([
    `'; drop table members; --`,
    `<script>alert(1)</script>`,
    `{{constructor.constructor('x')()}}`,
    '=HYPERLINK("https://evil.example")',
    '${7*7} %s %n \\u0000 \\0',
    '🎉 नमस्ते ﷽ Zoë 字',
  ])('is kept as it is: %s', async (text) => {
    const { browser } = await makeVisitor(app)
    const { reservation } = await browser.ok(
      reserveTour,
      wish(await freeTour(), { company: text, note: text }),
    )
    expect(reservation).toMatchObject({ visitor: { company: text }, note: text })
    expect((await browser.ok(listMyReservations, {})).tours).toEqual([reservation])
  })

  test('reaches no mail header and no HTML', async () => {
    const { browser, member } = await makeVisitor(app, { name: '<b>박</b> & "지민"' })
    await browser.ok(reserveTour, wish(await freeTour(), { company: '<img src=x onerror=alert(1)>' }))
    const mail = (await app.mails()).findLast((each) => each.to_address === member.email)!
    expect(mail.html).not.toMatch(/<img|<b>박/)
    expect(mail.subject).not.toMatch(/[\r\n]/)
  })
})
