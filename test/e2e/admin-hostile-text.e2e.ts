import type { Page } from '@playwright/test'
import { query } from '../server-process.ts'
import { askForMeeting, askForTour, makeNewcomer, makePlaces, openDesk } from './desk.ts'
import { expect, signIn, signInAsAdmin, test, watchConsole } from './fixtures.ts'

const DAY = '2026-11-20'
/** Breaks out of an attribute, an element and a script, where somebody forgot that it is text. */
const TRAP = `"><img src=x onerror=trapped()></script><script>trapped()</script>`
const NAME = `"><img src=x onerror=trapped()>`
const WORD = `<b onload=trapped()>`
const LINK = 'javascript:trapped()'

/** Puts hostile text into each field that visitors and administrators fill in, and books with it. */
async function fillEverything(app: Parameters<typeof openDesk>[0] & { dataDir: string }) {
  const desk = await openDesk(app)
  const at = await makePlaces(desk, DAY)
  const tier = { is_vip: false, is_vvip: false }
  await desk.put(`/api/admin/docents/${at.docent_id}/`, {
    name: NAME,
    language: WORD,
    start_point: TRAP,
    ...tier,
  })
  await desk.put(`/api/admin/rooms/${at.room_id}/`, { name: NAME, floor: 3, size: 8, ...tier })
  const settings = await desk.get<object>('/api/admin/settings/')
  await desk.put('/api/admin/settings/', { ...settings, event_name: TRAP })
  await desk.put('/api/admin/reasons/', { reject_reasons: TRAP, cancel_reasons: `${TRAP}\n${LINK}` })
  // Such a name is refused, but one may be older than the rule.
  await desk.post('/api/admin/admins/', { name: '이름', password: 'Quiet harbour 42' })
  await query(app.dataDir, `update admins set name = $name$${TRAP}$name$ where name = '이름'`)
  const guest = await makeNewcomer(app, { name: TRAP, company_name: TRAP })
  const meeting = await askForMeeting(guest, at, '17:00', TRAP, TRAP)
  await desk.decide(meeting, 'approve')
  await desk.patch(`/api/admin/reservations/${meeting.id}/note/`, {
    type: meeting.type,
    note: `${TRAP}\n${LINK}`,
  })
  await guest.post(`/api/user/meeting-feedback/${meeting.id}/`, { feedback: `${TRAP}\n${LINK}` })
  await desk.decide(await askForTour(guest, at, '17:00'), 'reject', TRAP)
  await askForTour(guest, at, '17:30')
  const link = { type: 'room', resource_id: at.room_id }
  const { url } = await desk.post<{ url: string }>('/api/admin/day-sheet-links/', link)
  return { ...at, guest, sheet: new URL(url).pathname }
}

/** Opens an address, waits until it shows the text as text, and looks whether it is anything else there. */
async function expectOnlyText(page: Page, path: string) {
  await page.goto(path, { waitUntil: 'commit' })
  await expect(
    page
      .getByText(/onerror=trapped/)
      .filter({ visible: true })
      .first(),
    path,
  ).toBeVisible()
  expect(await page.locator('img[src="x"], [onload], [href^="javascript"]').count(), path).toBe(0)
}

test('hostile text in every field runs on no screen, no board and in no mail @release', async ({
  page,
  app,
}) => {
  test.slow()
  const { guest, room_id, sheet } = await fillEverything(app)
  const said = watchConsole(page)
  page.on('console', (message) => {
    if (message.text().includes('Permissions-Policy')) said.push(message.text())
  })
  await page.addInitScript('window.trapped = () => console.error("a text has run")')
  await signIn(page, guest, '/reservations')
  for (const path of ['/', '/reservations', '/profile', '/display', `/display/room/${room_id}`, sheet])
    await expectOnlyText(page, path)
  await signInAsAdmin(page)
  for (const path of [
    '/admin/dashboard',
    '/admin/schedule?tab=docents',
    '/admin/reservation',
    '/admin/reservation/timeline',
    '/admin/reservation/day-sheet',
    '/admin/users',
    '/admin/settings?tab=accounts',
    '/admin/settings?tab=audit',
    '/admin/settings?tab=mails',
  ])
    await expectOnlyText(page, path)
  expect(said, 'no script has run, none was refused, and the browser understands the policies').toEqual([])

  // A mail program has no policy.
  const mail = await app.mailbox.receive(guest.email, '거절')
  await page.goto('about:blank')
  await page.setContent(mail.html!)
  await expect(page.getByText(/onerror=trapped/).first()).toBeVisible()
  expect(await page.locator('img[src="x"], script, [href^="javascript"]').count()).toBe(0)
  expect(said).toEqual([])

  // Control: where it is not kept as text, it runs.
  await page.setContent(TRAP)
  await expect.poll(() => said).not.toEqual([])
})
