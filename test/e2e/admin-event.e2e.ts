import { readFileSync, rmSync } from 'node:fs'
import type { Locator, Page } from '@playwright/test'
import { unzipSync } from 'fflate'
import { SAMPLE_LOGIN } from '../../server/sample-event/sample-event.ts'
import { ADMIN_PASSWORD, makeDataDir, startServer } from '../server-process.ts'
import { expect, openBrowser, signInAsAdmin, test, watchConsole } from './fixtures.ts'
import { hold } from './hold.ts'
import { startMailbox } from './mailbox.ts'
import { giveOpenedEvent, MORNING } from './opened-event.ts'

/** From the first login to the last step, slips included. */
const MOST = 33

// Another name of this machine: with `localhost` visitors could not open the links in mails.
const HOST = 'stand.localhost'

const DOCENTS = [
  ['이름', '언어', '시작 위치', '등급'],
  ['김하늘', '한국어', '3층 로비', ''],
  ['이서준', 'English', 'A홀 입구', ''],
  ['최민준', '中文', 'A홀 입구', 'VIP'],
  ['박서연', '日本語', '3층 라운지', 'VVIP'],
]
const ROOMS = [1, 2, 3, 4, 5, 6].map((n) => [`미팅룸 ${n}`, `${n < 4 ? 2 : 3}층`, `${4 + 2 * n}명`])

/** Cells as a spreadsheet copies them. */
const tableOf = (rows: readonly (readonly string[])[]) => rows.map((row) => row.join('\t')).join('\n')

/** One hand at mouse and keyboard, that counts what it does. */
function makeHand() {
  const did = { clicks: 0, fills: 0, pastes: 0 }
  return {
    click: (what: Locator) => ((did.clicks += 1), what.click()),
    fill: (what: Locator, text: string) => ((did.fills += 1), what.fill(text)),
    paste: (what: Locator, text: string) => ((did.pastes += 1), what.fill(text)),
    did,
    total: () => did.clicks + did.fills + did.pastes,
  }
}

const button = (of: Page | Locator, name: string | RegExp) => of.getByRole('button', { name, exact: true })
const checklist = (page: Page) => page.getByRole('group').filter({ hasText: '행사 준비' })
const step = (page: Page, name: string) => checklist(page).getByRole('link', { name, exact: true })
const fact = (page: Page, name: string) =>
  checklist(page)
    .getByRole('listitem')
    .filter({ has: page.getByRole('link', { name, exact: true }) })

test('an event is set up from nothing: name, dates, docents, rooms, times, mail and a wall', async ({
  page: other,
  browser,
}) => {
  // The test starts a server of its own, which takes long.
  test.slow()
  const mailbox = await startMailbox()
  const dataDir = makeDataDir()
  const settings = { DATA_DIR: dataDir, DEMO: '0', SMTP_URL: mailbox.url, PUBLIC_URL: `http://${HOST}` }
  const server = await startServer(settings)
  const desk = await openBrowser(browser, other, server.url.replace('localhost', HOST))
  const page = await desk.newPage()
  const said = watchConsole(page)
  await page.clock.install()
  const hand = makeHand()
  /** The strip that leads to the next step. */
  const strip = page.getByRole('navigation', { name: '행사 준비' })
  const next = (name: string) => hand.click(strip.getByRole('link', { name, exact: true }))
  const without = (name: string) =>
    hand.click(strip.getByRole('button', { name: new RegExp(`필요 없음.*${name}`) }))

  // The first login leads to what is to be done.
  await page.goto('/admin')
  await hand.fill(page.getByLabel('아이디'), 'admin')
  await hand.fill(page.getByLabel('비밀번호'), ADMIN_PASSWORD)
  await hand.click(button(page, '로그인'))
  await expect(checklist(page)).toContainText('15단계 중 3단계 완료')

  // Its name and its address; it has no logo, and the notice is the standard one.
  await hand.click(step(page, '행사 이름'))
  await hand.fill(page.getByLabel('행사 이름'), '2026 가전 박람회')
  await hand.fill(page.getByLabel('문의 이메일'), 'desk@fairslot.kr')
  await hand.click(button(page, '설정 저장'))
  await without('로고')

  // Four days.
  await next('날짜')
  const dates = page.getByRole('form', { name: '날짜 기간 추가' })
  await hand.fill(dates.getByLabel('시작일'), '2026-11-20')
  await hand.fill(dates.getByLabel('종료일'), '2026-11-23')
  // The strip leads on before a poll is due: on the page milliseconds pass.
  await page.clock.pauseAt((await page.evaluate<number>('Date.now()')) + 5_000)
  await hand.click(button(dates, '추가'))
  const seesDocents = async () => {
    await page.clock.runFor(1)
    return strip.getByRole('link', { name: '도슨트', exact: true }).isVisible()
  }
  await expect.poll(seesDocents, { timeout: 20_000 }).toBe(true)
  await page.clock.resume()
  await expect(page.getByText('전체 4개')).toBeVisible()

  // Four docents out of a spreadsheet, in which one name was cut off.
  await next('도슨트')
  const docents = page.getByRole('dialog', { name: '도슨트 여러 명 추가' })
  await hand.paste(docents.getByLabel('표 붙여넣기'), tableOf(DOCENTS).replace('이서준', '이'))
  await expect(docents.getByText('4명 · 고칠 행 1개')).toBeVisible()
  const row = (name: string) => docents.getByRole('row').filter({ hasText: name })
  await expect(row('3행')).toContainText('이름은 2자 이상이어야 합니다.')
  await expect(row('박서연').getByText('VVIP', { exact: true })).toBeVisible()
  await hand.click(button(docents, '도슨트 4명 추가'))
  await expect(docents.getByText('3행: 이름은 2자 이상이어야 합니다.')).toBeVisible()
  await expect(docents.getByLabel('표 붙여넣기')).toBeFocused()
  await hand.paste(docents.getByLabel('표 붙여넣기'), tableOf(DOCENTS))
  await expect(docents.getByText('고칠 행')).toBeHidden()
  await hand.click(button(docents, '도슨트 4명 추가'))
  await expect(page.getByText('도슨트 4명이 추가되었습니다.')).toBeVisible()
  await expect(page.getByText('전체 4명')).toBeVisible()

  // Six rooms; the network is away for a moment, and nothing is pasted twice.
  await next('미팅룸')
  const rooms = page.getByRole('dialog', { name: '미팅룸 여러 개 추가' })
  await hand.paste(rooms.getByLabel('표 붙여넣기'), tableOf(ROOMS))
  await page.route('**/api/admin/rooms/bulk/', (route) => route.abort(), { times: 1 })
  await hand.click(button(rooms, '미팅룸 6개 추가'))
  await expect(rooms.getByText('미팅룸 추가에 실패했습니다. 네트워크를 확인해주세요.').first()).toBeVisible()
  await hand.click(button(rooms, '미팅룸 6개 추가'))
  await expect(page.getByText('전체 6개')).toBeVisible()

  // Their times on all days, with a lunch break.
  await next('투어 시간')
  await hand.click(button(page.getByRole('dialog'), /^\d+개 시간 만들기$/))
  await expect(page.getByRole('dialog')).toBeHidden()
  await next('미팅룸 시간')
  await hand.click(button(page.getByRole('dialog'), /^[\d,]+개 시간 만들기$/))
  await expect(page.getByRole('dialog')).toBeHidden()

  // Members sign up themselves. A mail arrives at the contact address.
  await without('회원 명단')
  await next('메일 발송')
  await hand.click(button(page, '테스트 메일 보내기'))
  await mailbox.receive('desk@fairslot.kr', '')

  // A wall beside the first room.
  await next('현황판 화면')
  await hand.click(button(page, '미팅룸 1 설정 링크'))
  const link = new URL(await page.getByLabel('설정 링크', { exact: true }).inputValue())
  const wall = await desk.newPage()
  const told = wall.waitForResponse('**/api/public/screens/')
  hand.did.fills += 1
  await wall.goto(link.pathname + link.hash)
  expect((await told).status()).toBe(200)
  await wall.close()
  await hand.click(button(page, '닫기'))
  await expect(strip).toContainText('모두 준비되었습니다.')

  // Nothing is left to do, and the list is not in the way any more.
  await hand.click(page.getByRole('link', { name: '대시보드', exact: true }))
  const again = button(page, '행사 준비 목록 보기')
  await expect(page.getByText('대기 중인 예약이 없습니다.')).toBeVisible()
  await expect(checklist(page)).toBeHidden()
  await expect(strip).toBeHidden()
  const { did, total } = hand
  console.log(`An event from nothing: ${total()} interactions`, did)
  expect(total()).toBeLessThanOrEqual(MOST)

  // It is not even asked for again, and there for whoever wants it.
  let asked = 0
  page.on('request', (request) => (asked += request.url().endsWith('/api/admin/setup/') ? 1 : 0))
  await page.reload()
  await expect(again).toBeVisible()
  expect(asked).toBe(0)
  await again.click()
  await expect(checklist(page)).toContainText('모두 준비되었습니다.')
  await expect(fact(page, '투어 시간')).toContainText('날짜 4일 · 모두 등록됨')
  await expect(fact(page, '로고')).toContainText('필요 없음')
  await expect(checklist(page).getByText('지금은 리허설입니다.')).toBeVisible()
  await checklist(page)
    .getByRole('button', { name: /^다시 넣기.*로고$/ })
    .click()
  await expect(checklist(page)).toContainText('15단계 중 14단계 완료')
  await checklist(page)
    .getByRole('button', { name: /^필요 없음.*로고$/ })
    .click()
  await expect(checklist(page)).toContainText('모두 준비되었습니다.')
  await button(page, '준비 목록 숨기기').click()
  await expect(again).toBeFocused()
  // It takes the focus this once: what the dashboard hears later moves it away from nobody.
  const answered = page.waitForResponse('**/api/admin/dashboard/?**')
  await button(page, '새로고침').click()
  await answered
  await expect(button(page, '새로고침')).toBeFocused()

  const slots = async (of: 'tours' | 'rooms') => {
    const answer = page.evaluate(async (path) => (await fetch(path)).json(), `/api/admin/available-${of}/`)
    return (await answer) as { time: string; event_date: { date: string } }[]
  }
  const [tours, meetings] = [await slots('tours'), await slots('rooms')]
  expect(new Set([...tours, ...meetings].map(({ event_date }) => event_date.date)).size).toBe(4)
  expect([tours.length % 16, meetings.length % 24]).toEqual([0, 0])
  expect([...tours, ...meetings].filter(({ time }) => time > '12:30' && time < '13:00')).toEqual([])
  expect(said).toEqual([])
  await desk.close()
  await server.stop()
  await mailbox.stop()
  rmSync(dataDir, { recursive: true })
})

test('an administrator goes from the sample event to the real one', async ({ page, browser, app }) => {
  const said = watchConsole(page)
  await signInAsAdmin(page, '/admin/dashboard')
  await page.getByText('행사 준비', { exact: true }).click()
  const left = page.getByRole('listitem').filter({ hasText: '견본 데이터가 남아 있습니다.' })
  // Both places count the same steps.
  const progress = '15단계 중 6단계 완료'
  await expect(checklist(page)).toContainText(progress)
  await left.getByRole('link').click()

  // It is counted before anything is asked.
  const done = (title: string) => page.getByRole('listitem').filter({ hasText: title }).getByText('완료')
  const heading = page.getByRole('heading', { name: progress })
  await expect(heading).toBeVisible()
  await expect(done('첫 비밀번호')).toBeAttached()
  await expect(
    page.getByText(/^견본 회원 12명, 도슨트 4명, 미팅룸 6개, 날짜 4개, 시간 [\d,]+개, 예약 29건$/),
  ).toBeVisible()
  await page.getByRole('button', { name: '견본 데이터 삭제' }).click()
  const dialog = page.getByRole('alertdialog', { name: '견본 데이터 삭제' })
  await expect(dialog).toContainText('박지민')
  const confirm = dialog.getByRole('button', { name: '견본 데이터 삭제' })
  await expect(confirm).toBeDisabled()
  await dialog.getByLabel('계속하려면 “삭제”를 입력해주세요.').fill('삭제')
  await confirm.click()
  await expect(page.getByText('견본 데이터가 삭제되었습니다.')).toBeVisible()
  // The dialog says so too until it has closed.
  await expect(page.getByRole('list').getByText('삭제할 견본 데이터가 없습니다.')).toBeVisible()
  await expect(page.getByRole('heading', { name: /^15단계 중 \d+단계 완료$/ })).toBeFocused()

  // The next step, and back.
  await page.getByRole('listitem').getByRole('link', { name: '문의 이메일' }).click()
  await page.getByLabel('문의 이메일').fill('desk@fairslot.kr')
  await page.getByRole('button', { name: '저장' }).first().click()
  await expect(page.getByText('설정이 저장되었습니다.')).toBeVisible()
  await page.getByRole('tab', { name: '행사 시작하기' }).click()
  for (const name of ['문의 이메일', '개인정보 안내']) await expect(done(name)).toBeAttached()
  await expect(page.getByRole('listitem').filter({ hasText: '행사 이름' }).getByText('완료')).toHaveCount(0)
  await expect(page.getByText('PUBLIC_URL')).toBeVisible()

  // Nothing of the sample is at the login.
  const phone = await (await openBrowser(browser, page, app.url)).newPage()
  await phone.goto('/')
  await phone.getByLabel('전화번호').fill(SAMPLE_LOGIN.phone)
  await phone.getByLabel('이름').fill(SAMPLE_LOGIN.name)
  await phone.getByRole('button', { name: '로그인' }).click()
  await expect(phone.getByText('전화번호와 이름을 확인해주세요.')).toBeVisible()
  await phone.context().close()
  expect(said).toEqual([])
})

test('an administrator ends the event: reads the report, takes everything along, erases and begins anew @release', async ({
  page: like,
  browser,
}) => {
  // A service of its own: it is started anew on a later day.
  const dataDir = makeDataDir()
  giveOpenedEvent(dataDir)
  const first = await startServer({ DATA_DIR: dataDir, CLOCK_START: MORNING })
  const page = await (await openBrowser(browser, like, first.url)).newPage()
  const said = watchConsole(page)
  await signInAsAdmin(page)

  // While there are only the sample event's visitors nothing is erased by itself.
  const csrf = (await page.context().cookies()).find(({ name }) => name === 'csrftoken')!.value
  const real = { name: '이가을', email: 'autumn@example.com', phone: '010-5151-2323' }
  const added = await page.request.post(`${first.url}/api/admin/users/`, {
    headers: { 'X-CSRFToken': csrf },
    data: { ...real, company_name: '가을상사', position: '대리', is_vip: false, is_vvip: false },
  })
  expect(added.status(), await added.text()).toBe(201)

  // The report, from the statistics.
  await page.goto('/admin/reservation/numbers')
  await page.getByRole('link', { name: '행사 보고서' }).click()
  await expect(page.getByRole('heading', { level: 1, name: '행사 보고서' })).toBeVisible()
  for (const chart of ['시간대별 이용률', '도착과 미도착'])
    await expect(page.getByRole('heading', { name: chart })).toBeVisible()
  // One page to forward; the tables are printed once they are opened.
  const pages = async () =>
    (await page.pdf({ preferCSSPageSize: true })).toString('latin1').match(/\/Type\s*\/Page\b/g)!
  expect(await pages()).toHaveLength(1)
  await expect(page.getByText(/^2026년 11월 20일 \(금\) [\d:]{8} 기준$/)).toBeVisible()
  await page.getByText('자세한 표 보기').click()
  await expect(page.getByText(/^도착을 확인한 예약이 없습니다. 자리 대기/)).toBeVisible()
  expect((await pages()).length).toBeGreaterThan(1)
  const decided = page.getByRole('table', { name: '승인·거절까지 걸린 시간' })
  await expect(decided.getByRole('row', { name: /^전체/ })).toContainText(/시간|분|일/)
  await expect(page.getByRole('table', { name: '날짜별 예약률' }).getByRole('row')).toHaveCount(5)
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: '엑셀 다운로드' }).click()
  expect((await saved).suggestedFilename()).toBe('행사보고서_2026-11-20.xlsx')
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('button', { name: '인쇄' })).toBeHidden()
  await page.emulateMedia({ media: 'screen' })

  // The steps: everything in one file, while erasing has to wait for the last day.
  await page.getByRole('link', { name: '행사 마감', exact: true }).click()
  await expect(page.getByText(/끝나지 않은 예약 \d+건이 있습니다/)).toBeVisible()
  await expect(page.getByRole('button', { name: '지금 삭제' })).toBeDisabled()
  const taken = page.waitForEvent('download')
  await page.getByRole('button', { name: 'ZIP 다운로드' }).click()
  const zip = await taken
  expect(zip.suggestedFilename()).toBe('행사자료_2026-11-20.zip')
  const files = unzipSync(readFileSync(await zip.path()))
  expect(Object.keys(files)).toEqual(expect.arrayContaining(['manifest.json', 'xlsx/reservations.xlsx']))
  await page.getByLabel('마지막 날부터 며칠 뒤').fill('30')
  await page.getByRole('button', { name: '자동 삭제 저장' }).click()
  await expect(page.getByText('행사 마감 설정이 저장되었습니다.')).toBeVisible()
  await expect(page.getByText('2026년 12월 23일 (수)')).toBeVisible()

  // The days of the event pass.
  await page.goto('about:blank')
  await page.context().clearCookies()
  await first.stop()
  const later = { DATA_DIR: dataDir, CLOCK_START: '2026-11-24T09:00:00+01:00' }
  const second = await startServer({ ...later, PORT: new URL(first.url).port })
  await signInAsAdmin(page, '/admin/settings?tab=closing')
  await expect(page.getByText('행사가 끝났습니다.')).toBeVisible()
  // Members are kept only if it is ticked. The dialog then shows their erasure date.
  await page.getByRole('button', { name: '다음 행사 준비' }).click()
  const early = page.getByRole('dialog', { name: '다음 행사 준비' })
  const keep = early.getByRole('checkbox', { name: '회원과 등급' })
  await expect(keep).not.toBeChecked()
  await expect(early.getByText(/개인정보는 시작할 때 모두 삭제됩니다/)).toBeVisible()
  await keep.check()
  await expect(early.getByText(/^회원 정보는 2026년 12월 23일 \(수\) 삭제에서 빠지고/)).toBeVisible()
  await early.getByLabel('행사 이름').fill('2027 가전 박람회')
  await early.getByLabel('첫날').fill('2027-11-19')
  await early.getByRole('button', { name: '확인하기' }).click()
  const kept = page.getByRole('alertdialog', { name: '다음 행사 시작' })
  await expect(kept.getByText('2026년 12월 23일 (수) → 2027년 12월 22일 (수)')).toBeVisible()
  await kept.getByRole('button', { name: '닫기' }).click()

  await page.getByRole('button', { name: '지금 삭제' }).click()
  const dialog = page.getByRole('alertdialog', { name: '개인정보 삭제' })
  await expect(dialog.getByText(/^회원 13명, 예약 \d+건/)).toBeVisible()
  await dialog.getByLabel('계속하려면 “삭제”를 입력해주세요.').fill('삭제')
  await dialog.getByRole('button', { name: '개인정보 삭제' }).click()
  await expect(page.getByRole('list').getByText('삭제할 개인정보가 없습니다.')).toBeVisible()

  // The next event, first tried out.
  await page.getByRole('button', { name: '다음 행사 준비' }).click()
  const form = page.getByRole('dialog', { name: '다음 행사 준비' })
  await form.getByLabel('행사 이름').fill('2027 가전 박람회')
  await form.getByLabel('첫날').fill('2026-11-22')
  await form.getByRole('button', { name: '확인하기' }).click()
  await expect(form.getByText('오늘 또는 이후 날짜를 선택해주세요.')).toBeVisible()
  await form.getByLabel('첫날').fill('2027-11-19')
  await form.getByRole('button', { name: '확인하기' }).click()
  const begin = page.getByRole('alertdialog', { name: '다음 행사 시작' })
  await expect(begin.getByText('11.19 (금) ~ 11.22 (월) · 4일')).toBeVisible()
  await expect(begin.getByText(/도슨트 4명, 미팅룸 6개/)).toBeVisible()
  await begin.getByRole('button', { name: '내용 바꾸기' }).click()
  await expect(form.getByLabel('행사 이름')).toHaveValue('2027 가전 박람회')
  await expect(form.getByLabel('첫날')).toHaveValue('2027-11-19')
  await form.getByRole('button', { name: '확인하기' }).click()
  await begin.getByLabel('계속하려면 “삭제”를 입력해주세요.').fill('삭제')
  const release = await hold(page, '**/api/admin/closing/next-event/')
  await begin.getByRole('button', { name: '다음 행사 시작' }).click()
  await expect(begin.getByRole('button', { name: '내용 바꾸기' })).toBeDisabled()
  release()
  await expect(page.getByText('다음 행사가 시작되었습니다.')).toBeVisible()
  await expect(page.getByText('마지막 날이 아직 지나지 않았습니다.')).toBeVisible()
  await page.goto('/')
  await expect(page.getByText('2027 가전 박람회').first()).toBeVisible()
  expect(said).toEqual([])
  await page.context().close()
  await second.stop()
  rmSync(dataDir, { recursive: true })
})
