import { createHmac } from 'node:crypto'
import type { Page } from '@playwright/test'
import { ADMIN_PASSWORD, query } from '../server-process.ts'
import { startReceiver } from '../webhook-receiver.ts'
import {
  addColleague,
  askForTour,
  makeNewcomer,
  makePlaces,
  openColleague,
  openDesk,
  skipUndoTime,
} from './desk.ts'
import { expect, expectAccessible, logInAsAdmin, signInAsAdmin, test, watchConsole } from './fixtures.ts'
import { LOGOS } from '../logo-files.ts'
import { hold } from './hold.ts'
import { NOBODY } from './mailbox.ts'
import { asTimePasses } from './page-time.ts'
import { fetchWhole } from './reads.ts'

const DAY = '2026-11-21'

const EVENT = {
  event_name: '2025 바르셀로나 트레이드쇼',
  contact_email: 'contact@fairslot.example',
  display_names: 'full',
  display_titles: 'shown',
}

// A journey has the steps of several tests.
test.slow()

test.beforeEach(({ page }) => signInAsAdmin(page))

async function openSettings(page: Page, tab: string) {
  await page.goto('/admin/settings')
  // Two begin alike, and that of mails may end with a number.
  await page.getByRole('tab', { name: tab }).first().click()
}

test('the event’s name, address and names on boards: what is refused stays typed, and a colleague’s version is shown', async ({
  page,
  app,
}) => {
  const reset = async () => (await openDesk(app)).put('/api/admin/settings/', EVENT)
  await test.step('they are saved, and what is refused stays typed', async () => {
    const said = watchConsole(page)
    await page.goto('/admin/settings')
    await expect(page.getByLabel('행사 이름')).toHaveValue(EVENT.event_name)
    await expect(page.getByText('리허설 시계로 운영 중입니다.')).toBeVisible()
    await expect(page.getByText(/^2026년 11월 20일 \(금\) \d\d:\d\d$/)).toBeVisible()
    await expect(page.getByRole('radio', { name: /^일부 가림/ })).toHaveAccessibleName(/박\*\*/)

    await page.getByLabel('행사 이름').fill(' ')
    await page.getByLabel('문의 이메일').fill('어딘가')
    await page.getByRole('button', { name: '설정 저장' }).click()
    await expect(page.getByText('행사명을 입력해주세요.')).toBeVisible()
    await expect(page.getByText('올바른 이메일 형식이 아닙니다.')).toBeVisible()
    await expect(page.getByLabel('문의 이메일')).toHaveValue('어딘가')
    const most = page.getByLabel('회원 한 명의 예약 한도')
    const before = await most.inputValue()
    await most.fill('')
    await page.getByLabel('행사 이름').fill('봄 박람회')
    await page.getByLabel('문의 이메일').fill('help@example.com')
    await page.getByRole('button', { name: '설정 저장' }).click()
    await expect(most).toHaveAccessibleDescription(/1건 이상 999건 이하로 입력해주세요\./)
    await most.fill(before)
    await expectAccessible(page)

    await page.getByLabel('행사 이름').fill('봄 박람회')
    await page.getByLabel('문의 이메일').fill('help@example.com')
    await page.getByText('일부 가림').click()
    await page.getByRole('radio', { name: /^숨김 미팅명 대신/ }).check()
    await page.route('**/api/admin/settings/', (route) =>
      route.request().method() === 'PUT' ? route.abort() : route.fallback(),
    )
    await page.getByRole('button', { name: '설정 저장' }).click()
    await expect(page.getByText(/설정 저장에 실패했습니다/).first()).toBeVisible()
    await expect(page.getByLabel('행사 이름')).toHaveValue('봄 박람회')
    await page.unroute('**/api/admin/settings/')
    await page.getByRole('button', { name: '설정 저장' }).click()
    await expect(page.getByText('설정이 저장되었습니다.')).toBeVisible()
    const told = await page.request.get('/api/public/info/')
    expect(await told.json()).toMatchObject({ event_name: '봄 박람회', contact_email: 'help@example.com' })
    const desk = await openDesk(app)
    expect(await desk.get('/api/admin/settings/')).toMatchObject({
      display_names: 'masked',
      display_titles: 'hidden',
    })
    expect(said).toEqual([])
  })

  await test.step('who saves what a colleague has saved is shown by whom, and decides', async () => {
    await reset()
    await openSettings(page, '행사')
    const colleague = await openColleague(app, '박동료')
    await expect(page.getByLabel('행사 이름')).toHaveValue(EVENT.event_name)
    await page.getByLabel('행사 이름').fill('내가 고친 이름')
    await colleague.put('/api/admin/settings/', {
      ...EVENT,
      event_name: '동료가 고친 이름',
      display_names: 'masked',
    })
    await page.getByRole('button', { name: '설정 저장' }).click()
    await expect(page.getByRole('alert').filter({ hasText: '박동료 님이 방금 변경했습니다' })).toContainText(
      /→ 동료가 고친 이름, 현황판의 방문자 이름 전체 표시 → 일부 가림/,
    )
    await expect(page.getByText('현재 값: 동료가 고친 이름')).toBeVisible()
    await expect(page.getByText('현재 값: 일부 가림')).toBeVisible()
    await expectAccessible(page)
    expect(await colleague.get('/api/admin/settings/')).toMatchObject({ event_name: '동료가 고친 이름' })
    await page.getByRole('button', { name: '내 내용으로 저장' }).click()
    await expect(page.getByText('설정이 저장되었습니다.')).toBeVisible()
    await expect(page.getByRole('button', { name: '설정 저장' })).toBeVisible()
    await expect(page.getByText(/현재 값/)).toBeHidden()
    expect(await colleague.get('/api/admin/settings/')).toMatchObject({
      event_name: '내가 고친 이름',
      display_names: 'full',
    })
    await colleague.leave()
  })

  await test.step('what a colleague saves does not take away what is typed', async () => {
    await reset()
    await page.clock.install()
    await openSettings(page, '행사')
    await page.getByLabel('행사 이름').fill('내가 고친 이름')
    const colleague = await openColleague(app, '박동료')
    await colleague.put('/api/admin/settings/', { ...EVENT, event_name: '동료가 고친 이름' })
    await page.clock.fastForward('00:31')
    const told = page.getByText(
      `다른 관리자가 설정을 변경했습니다: 행사 이름 ${EVENT.event_name} → 동료가 고친 이름`,
    )
    await expect(told).toBeVisible()
    await expect(page.getByLabel('행사 이름')).toHaveValue('내가 고친 이름')
    await expectAccessible(page)
    await page.getByRole('button', { name: '최신 내용 불러오기' }).click()
    await expect(page.getByLabel('행사 이름')).toHaveValue('동료가 고친 이름')
    await expect(page.getByLabel('행사 이름')).toBeFocused()
    await colleague.leave()
  })
  // Other tests of this file read the event's name and address.
  await reset()
})

test('administrators are added and deleted, but never the last one; one changes the own password, and leaves', async ({
  page,
  app,
}) => {
  await test.step('a colleague is added and deleted', async () => {
    const name = '동료-하나'
    await openSettings(page, '관리자')
    const row = (of: string) => page.getByRole('row').filter({ hasText: of })
    await expect(row('admin').getByText('나', { exact: true })).toBeVisible()
    await expect(page.getByText(/관리자가 한 명뿐이라 삭제할 수 없습니다/)).toBeVisible()
    await expect(page.getByRole('button', { name: 'admin 삭제' })).toBeHidden()

    const form = page.getByRole('form', { name: '관리자 추가' })
    await form.getByLabel('아이디').fill('ADMIN')
    await form.getByLabel('비밀번호', { exact: true }).fill('짧은 비밀번호')
    await expect(form.getByText('5자 더 입력해주세요.')).toBeVisible()
    await form.getByRole('button', { name: '관리자 추가' }).click()
    await expect(form.getByText('비밀번호는 12자 이상이어야 합니다.')).toBeVisible()
    await form.getByLabel('비밀번호', { exact: true }).fill('Quiet harbour 42')
    await expect(form.getByText('강함')).toBeVisible()
    await expectAccessible(page)
    await form.getByRole('button', { name: '관리자 추가' }).click()
    await expect(form.getByText('이미 사용 중인 아이디입니다.')).toBeVisible()
    await form.getByLabel('아이디').fill(name)
    await form.getByRole('button', { name: '관리자 추가' }).click()
    await expect(page.getByText('관리자가 추가되었습니다.')).toBeVisible()
    await expect(row(name).getByText('로그인한 적 없음')).toBeVisible()
    await expect(form.getByLabel('아이디')).toHaveValue('')

    await query(
      app.dataDir,
      `insert into webhooks (name, url, events, is_on, secret_salt, created_at, created_by)
       values ('떠난 사람의 웹훅', 'https://hooks.example.com', '{}', false, '', now(), '${name}')`,
    )
    await page.getByRole('button', { name: `${name} 삭제` }).click()
    const dialog = page.getByRole('alertdialog', { name: '관리자 삭제' })
    await expect(dialog.getByRole('listitem')).toHaveText('웹훅 떠난 사람의 웹훅')
    await expect(dialog.getByRole('checkbox', { name: '위 1개 항목도 함께 폐기' })).toBeChecked()
    // A quarter of an hour later.
    await query(app.dataDir, `update sessions set confirmed_at = confirmed_at - interval '15 minutes'`)
    await dialog.getByRole('button', { name: '관리자 1명 삭제' }).click()
    const question = page.getByRole('alertdialog', { name: '비밀번호 확인' })
    await question.getByRole('button', { name: '닫기', exact: true }).click()
    await expect(page.getByText('비밀번호를 다시 입력해주세요.')).toBeVisible()
    await dialog.getByRole('button', { name: '관리자 1명 삭제' }).click()
    await question.getByLabel('내 비밀번호').fill('not this one')
    await page.keyboard.press('Enter')
    await expect(question.getByText('비밀번호 또는 코드가 올바르지 않습니다.')).toBeVisible()
    await expectAccessible(page)
    await question.getByLabel('내 비밀번호').fill(ADMIN_PASSWORD)
    await page.keyboard.press('Enter')
    await expect(page.getByText('관리자가 삭제되었습니다.')).toBeVisible()
    expect(await query(app.dataDir, 'select from webhooks')).toEqual([])
    await expect(row(name)).toBeHidden()
    await expect(page.getByText(/관리자가 한 명뿐이라 삭제할 수 없습니다/)).toBeVisible()
  })

  await test.step('the audit log says so in words, and is searched', async () => {
    await page.getByRole('tab', { name: '작업 기록' }).click()
    const rows = page.getByRole('row')
    await expect(rows.nth(1)).toContainText('관리자가 삭제되었습니다.')
    await expect(rows.nth(1)).toContainText(/2026년 11월 20일 \(금\) \d\d:\d\d/)
    await page.getByRole('searchbox', { name: '작업 기록 검색' }).fill('동료-하나')
    await expect(page.getByText('기록 2건')).toBeVisible()
    await page.getByRole('searchbox', { name: '작업 기록 검색' }).fill('없는 일')
    await expect(page.getByText('조건에 맞는 기록이 없습니다.')).toBeVisible()
    await expectAccessible(page)
  })

  await test.step('one signs out elsewhere, changes the own password, and reads what it means to delete the own account', async () => {
    const name = '나갈사람'
    await addColleague(app, name)
    await page.context().clearCookies()
    await logInAsAdmin(page, name)
    const elsewhere = await openDesk(app, name)
    await page.goto('/admin/settings?tab=accounts')
    const devices = page.getByRole('region', { name: '내 계정으로 로그인한 기기' })
    await expect(devices.getByRole('listitem')).toHaveCount(2)
    await devices.getByRole('button', { name: '다른 기기 모두 로그아웃' }).click()
    await expect(page.getByText('다른 기기에서 모두 로그아웃했습니다.')).toBeVisible()
    await expect(devices.getByRole('listitem')).toHaveCount(1)
    await expect(elsewhere.get('/api/admin/my-info/')).rejects.toThrow('not_authenticated')
    const own = page.getByRole('form', { name: '내 비밀번호 변경' })
    await own.getByLabel('현재 비밀번호').fill('not this one')
    await own.getByLabel('새 비밀번호').fill('A louder harbour 43')
    await own.getByRole('button', { name: '비밀번호 변경' }).click()
    await expect(own.getByText('현재 비밀번호가 올바르지 않습니다.')).toBeVisible()
    await own.getByRole('checkbox', { name: '비밀번호 표시' }).check()
    await expect(own.getByLabel('새 비밀번호')).toHaveAttribute('type', 'text')
    await own.getByLabel('현재 비밀번호').fill(ADMIN_PASSWORD)
    await own.getByRole('button', { name: '비밀번호 변경' }).click()
    await expect(page.getByText('비밀번호가 변경되었습니다.')).toBeVisible()
    await expect(own.getByLabel('새 비밀번호')).toHaveValue('')
    await openDesk(app, name, 'A louder harbour 43')

    await page.getByRole('button', { name: `${name} 삭제` }).click()
    const leaving = page.getByRole('alertdialog', { name: '내 계정 삭제' })
    await expect(leaving.getByText('지금 로그인한 내 계정입니다.')).toBeVisible()
    await expectAccessible(page)
    await leaving.getByRole('button', { name: '내 계정 삭제하고 로그아웃' }).click()
    await expect(page).toHaveURL('/admin')
  })
})

test('a test mail arrives, is listed, and is sent again', async ({ page, app }) => {
  // The list is asked for every two seconds.
  await page.clock.install()
  const address = 'desk@example.com'
  await openSettings(page, '메일')
  await expect(page.getByText(/메일 서버가 설정되지 않아/)).toBeHidden()
  await page.getByLabel('받는 주소').fill('어딘가')
  await page.getByRole('button', { name: '테스트 메일 보내기' }).click()
  await expect(page.getByText('올바른 이메일 형식이 아닙니다.')).toBeVisible()
  await page.getByLabel('받는 주소').fill(address)
  await page.getByRole('button', { name: '테스트 메일 보내기' }).click()
  const row = page.getByRole('row').filter({ hasText: address })
  await asTimePasses(page, (soon) => expect(row.getByText('발송됨')).toBeVisible(soon))
  const mail = await app.mailbox.receive(address, '메일 발송 테스트')
  expect(mail.text).toContain('요청한 관리자: admin')
  expect(mail.replyTo).toEqual([{ name: '', address: 'contact@fairslot.example' }])

  // A page that is not there any more is the last one.
  await page.goto('/admin/settings?tab=mails&page=99')
  await expect(row).toBeVisible()
  await page.getByRole('searchbox', { name: '메일 검색' }).fill(address)
  await expect(page.getByText('메일 1통')).toBeVisible()
  await row.getByRole('button', { name: /다시 보내기/ }).click()
  const asked = page.getByRole('alertdialog', { name: '메일 다시 보내기' })
  await expect(asked.getByText(address)).toBeVisible()
  await asked.getByRole('button', { name: '다시 보내기' }).click()
  await expect(page.getByText('메일을 발송 대기열에 다시 넣었습니다.')).toBeVisible()
  // Behind the dialog nothing can be typed; it stays until the list is there.
  await expect(asked).toBeHidden()
  await asTimePasses(page, (soon) => expect(row.getByText('발송됨')).toBeVisible(soon))
  await page.getByRole('searchbox', { name: '메일 검색' }).fill('없는 메일')
  await expect(page.getByText('조건에 맞는 메일이 없습니다.')).toBeVisible()
  await expectAccessible(page)
})

test('every screen shows failed and delayed mails, which can be sent again @release', async ({
  page,
  app,
}) => {
  await page.clock.install()
  await test.step('a mail that nobody takes is listed as failed, with the reason', async () => {
    await openSettings(page, '메일')
    await page.getByLabel('받는 주소').fill(NOBODY)
    await page.getByRole('button', { name: '테스트 메일 보내기' }).click()
    const failed = page.getByRole('row').filter({ hasText: NOBODY }).first()
    await asTimePasses(page, (soon) => expect(failed.getByText('실패')).toBeVisible(soon))
    await page.getByRole('radio', { name: '실패' }).check()
    await expect(page).toHaveURL(/status=failed/)
    await expect(failed.getByText(/no such mailbox/)).toBeVisible()

    // Every screen tells of it, and leads there.
    await page.goto('/admin/dashboard')
    await page.getByRole('link', { name: '메일 실패 1통' }).click()
    await expect(page).toHaveURL('/admin/settings?tab=mails&status=failed')
    await failed.getByRole('checkbox').check()
    await page.getByRole('button', { name: '선택한 1통 다시 보내기' }).click()
    const result = page.getByText('다시 보낸 메일 1통: 다시 실패 1통')
    await asTimePasses(page, (soon) => expect(result).toBeVisible(soon))
    await expectAccessible(page)
    await page.getByRole('button', { name: '실패한 메일 모두 다시 보내기' }).click()
    await expect(page.getByText('1통은 지금 다시 보낼 수 없습니다.')).toBeVisible()
  })

  await test.step('while the mail server takes no mail, every screen says so, and one press sends all of them', async () => {
    app.mailbox.setOverLimit(true)
    const csrf = (await page.context().cookies()).find(({ name }) => name === 'csrftoken')!.value
    for (let n = 1; n <= 10; n += 1) {
      const data = { to: `late${n}@example.com` }
      await page.request.post('/api/admin/mails/test/', { headers: { 'X-CSRFToken': csrf }, data })
    }
    const strip = page.getByText('메일 10통 지연 · 메일 서버 응답 없음')
    await expect(async () => {
      await page.goto('/admin/reservation')
      await expect(strip).toBeVisible({ timeout: 2_000 })
    }).toPass({ timeout: 20_000 })
    await expectAccessible(page)
    await page.goto('/admin/arrivals')
    const retry = page.getByRole('button', { name: '지금 다시 시도' })
    await retry.click()
    await expect(page.getByText('기다리는 메일의 발송을 다시 시도합니다.')).toBeVisible()
    await asTimePasses(page, (soon) => expect(retry).toBeEnabled(soon))
    await expect(strip).toBeVisible()
    app.mailbox.setOverLimit(false)
    await retry.click()
    await asTimePasses(page, (soon) => expect(strip).toBeHidden(soon))
    for (let n = 1; n <= 10; n += 1) await app.mailbox.receive(`late${n}@example.com`, '메일 발송 테스트')
  })

  await test.step('without a mail server it says where mails are', async () => {
    await page.route('**/api/admin/settings/', async (route) => {
      const response = await fetchWhole(route)
      await route.fulfill({ response, json: { ...(await response.json()), mail_folder: 'data/mail' } })
    })
    await page.goto('/admin/settings?tab=mails')
    await expect(page.getByText(/메일 서버가 설정되지 않아/)).toBeVisible()
    await expect(page.getByText('data/mail')).toBeVisible()
    await expectAccessible(page)
  })
})

test('something typed and not saved is asked about on every way out; a logo and a colour are as easily removed as chosen', async ({
  page,
}) => {
  await test.step('something typed and not saved is asked about on every way out, and nothing else is', async () => {
    await page.goto('/admin/users')
    const menu = page.getByRole('navigation', { name: '관리자 메뉴' })
    const question = page.getByRole('alertdialog', { name: '입력한 내용을 버릴까요?' })
    const name = page.getByLabel('행사 이름')
    const keep = async () => {
      await question.getByRole('button', { name: '계속 입력' }).click()
      await expect(question).toBeHidden()
      await expect(name).toHaveValue('아직 저장하지 않은 이름')
    }
    await menu.getByRole('link', { name: '설정' }).click()
    await name.click()
    await page.getByRole('tab', { name: '관리자' }).click()
    await expect(page.getByRole('heading', { name: '관리자 계정' })).toBeVisible()
    await page.getByRole('tab', { name: '행사', exact: true }).click()
    await name.fill('아직 저장하지 않은 이름')
    await page.getByRole('tab', { name: '처리 사유' }).click()
    await expectAccessible(page)
    await keep()
    await menu.getByRole('link', { name: '대시보드' }).click()
    await keep()
    await page.getByRole('button', { name: '로그아웃' }).click()
    await keep()
    for (let times = 0; times < 2; times += 1) {
      await page.goBack()
      await keep()
    }
    const asked = page.waitForEvent('dialog')
    await page.close({ runBeforeUnload: true })
    const closing = await asked
    expect(closing.type()).toBe('beforeunload')
    await closing.dismiss()
    await expect(name).toHaveValue('아직 저장하지 않은 이름')
    await menu.getByRole('link', { name: '회원 관리' }).click()
    await question.getByRole('button', { name: '버리기' }).click()
    await expect(page.getByRole('heading', { name: '회원 관리' })).toBeVisible()
    await page.goBack()
    await expect(name).toHaveValue(EVENT.event_name)
    await page.goBack()
    await expect(page.getByRole('heading', { name: '관리자 계정' })).toBeVisible()
  })

  await test.step('what was stored is not asked about, and a chosen colour is', async () => {
    await page.goto('/admin/settings')
    const question = page.getByRole('alertdialog', { name: '입력한 내용을 버릴까요?' })
    await page.getByLabel('행사 이름').fill(`${EVENT.event_name} `)
    await page.getByRole('button', { name: '설정 저장' }).click()
    await expect(page.getByText('설정이 저장되었습니다.')).toBeVisible()
    await page.getByRole('tab', { name: '처리 사유' }).click()
    await expect(page.getByLabel('거절 사유')).toBeVisible()
    await page.getByRole('tab', { name: '행사', exact: true }).click()
    await page.getByRole('textbox', { name: '대표 색상 (선택)' }).fill('#123456')
    await page.getByRole('tab', { name: '처리 사유' }).click()
    await question.getByRole('button', { name: '버리기' }).click()
    await expect(page.getByLabel('거절 사유')).toBeVisible()
  })

  await test.step('what is typed during a save stays, the focus too; what is saved is shown as it is stored', async () => {
    await openSettings(page, '처리 사유')
    const [reject, cancel] = [page.getByLabel('거절 사유'), page.getByLabel('취소 사유')]
    const stored = await reject.inputValue()
    const release = await hold(page, '**/api/admin/reasons/')
    await reject.fill(`  ${stored}\n\n 자리가 없습니다. \n`)
    const save = page.getByRole('button', { name: '처리 사유 저장' })
    await save.click()
    await cancel.fill('비가 옵니다.')
    release()
    await expect(page.getByText('처리 사유가 저장되었습니다.')).toBeVisible()
    await expect(reject).toHaveValue(`${stored}\n자리가 없습니다.`)
    await expect(cancel).toHaveValue('비가 옵니다.')
    await expect(cancel).toBeFocused()
    await page.getByRole('tab', { name: '행사', exact: true }).click()
    const question = page.getByRole('alertdialog', { name: '입력한 내용을 버릴까요?' })
    await question.getByRole('button', { name: '계속 입력' }).click()
    const answer = page.waitForResponse('**/api/admin/reasons/')
    await save.click()
    await answer
    await expect(save).toBeVisible()
    await page.getByRole('tab', { name: '행사', exact: true }).click()
    await expect(page.getByLabel('행사 이름')).toBeVisible()
  })

  await test.step("the event's own logo and colour: refused, chosen, seen at the login, and removed as easily", async () => {
    await page.goto('/admin/settings')
    const face = page.getByRole('form', { name: '행사 이미지와 색상' })
    const choose = async (name: string, mimeType: string, buffer: Buffer) => {
      const choosing = page.waitForEvent('filechooser')
      await face.getByRole('button', { name: /로고 선택$/ }).click()
      await (await choosing).setFiles({ name, mimeType, buffer })
    }
    // The name says PNG, the bytes do not.
    await choose('logo.png', 'image/png', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))
    await expect(face.getByText('PNG, JPEG, WebP 파일만 사용할 수 있습니다.')).toBeVisible()
    await choose('logo.png', 'image/png', Buffer.from(LOGOS.png, 'base64'))
    await expect(face.getByText('PNG, JPEG, WebP 파일만 사용할 수 있습니다.')).toBeHidden()
    const colour = face.getByRole('textbox', { name: '대표 색상 (선택)' })
    await colour.fill('#ffd400')
    await expect(face.getByText(/사용할 수 없습니다/)).toBeVisible()
    await face.getByRole('button', { name: '행사 이미지와 색상 저장' }).click()
    await expect(face.getByText(/흰 글자가 잘 보이지 않는 색상입니다/)).toBeVisible()
    await colour.fill('#0b6b43')
    await expectAccessible(page)
    await face.getByRole('button', { name: '행사 이미지와 색상 저장' }).click()
    await expect(page.getByText('행사 이미지와 색상이 저장되었습니다.')).toBeVisible()

    await page.goto('/')
    const sign = page.getByRole('heading', { name: 'VIP 투어 · 미팅룸 예약' }).locator('..')
    await expect(sign.locator('img')).toHaveJSProperty('naturalWidth', 30)
    await expect(sign).toHaveCSS('background-color', 'rgb(11, 107, 67)')

    // A wall has its own colours; the event's stand on white, on the board of a room and over the list of all.
    await page.goto('/display')
    const plate = page.locator('.face-plate')
    await expect(plate.locator('img')).toHaveJSProperty('naturalWidth', 30)
    await page.getByRole('main').getByRole('link').first().click()
    await expect(page).toHaveURL(/\/display\/room\/\d+/)
    await expect(plate.locator('img')).toHaveJSProperty('naturalWidth', 30)
    await expect(plate).toHaveCSS('border-bottom-color', 'rgb(11, 107, 67)')
    await expect(plate).toHaveCSS('background-color', 'rgb(255, 255, 255)')

    await page.goto('/admin/settings')
    await face.getByRole('button', { name: '로고 제거' }).click()
    await face.getByRole('button', { name: '색상 제거' }).click()
    await face.getByRole('button', { name: '행사 이미지와 색상 저장' }).click()
    await expect(page.getByText('행사 이미지와 색상이 저장되었습니다.')).toBeVisible()
    await page.goto('/')
    await expect(sign).toBeVisible()
    await expect(sign.locator('img')).toHaveCount(0)
  })

  await test.step('a picture and a hall plan are seen in the preview, and removed as easily', async () => {
    await page.goto('/admin/settings')
    const face = page.getByRole('form', { name: '행사 이미지와 색상' })
    const save = async () => {
      await face.getByRole('button', { name: '행사 이미지와 색상 저장' }).click()
      await expect(page.getByText('행사 이미지와 색상이 저장되었습니다.')).toBeVisible()
    }
    for (const image of ['사진', '평면도']) {
      const choosing = page.waitForEvent('filechooser')
      await face.getByRole('button', { name: `${image} 선택`, exact: true }).click()
      const buffer = Buffer.from(LOGOS.png, 'base64')
      await (await choosing).setFiles({ name: 'image.png', mimeType: 'image/png', buffer })
    }
    await save()
    await page.goto('/event')
    const shown = page.getByRole('main').locator('img')
    await expect(shown).toHaveCount(2)
    for (const image of await shown.all()) await expect(image).toHaveJSProperty('naturalWidth', 30)
    await page.goto('/admin/settings')
    for (const image of ['사진', '평면도']) await face.getByRole('button', { name: `${image} 제거` }).click()
    await save()
    await page.goto('/event')
    await expect(page.getByRole('heading', { name: '문의' })).toBeVisible()
    await expect(shown).toHaveCount(0)
  })
})

test('images over slow Wi-Fi have half a minute @release', async ({ page, app }) => {
  await page.clock.install()
  await page.goto('/admin/settings')
  const face = page.getByRole('form', { name: '행사 이미지와 색상' })
  await face.getByRole('textbox', { name: '대표 색상 (선택)' }).fill('#0b6b43')
  const release = await hold(page, '**/api/admin/settings/face/')
  const sent = page.waitForRequest('**/api/admin/settings/face/')
  await face.getByRole('button', { name: '행사 이미지와 색상 저장' }).click()
  await sent
  await page.clock.fastForward(30_000)
  release()
  await expect(page.getByText('행사 이미지와 색상이 저장되었습니다.')).toBeVisible()
  const desk = await openDesk(app)
  await desk.put('/api/admin/settings/face/', { accent_colour: null })
})

test('the standard privacy notice replaces nothing typed, and the days until erasure stay as saved @release', async ({
  page,
}) => {
  await page.goto('/admin/settings?tab=privacy')
  const notice = page.getByLabel('우리 행사의 안내')
  const begin = page.getByRole('button', { name: '기본 안내에서 시작하기' })
  await notice.fill('안내를 새로 씁니다.')
  await expect(begin).toBeHidden()
  await notice.fill('')
  await begin.click()
  await expect(notice).toHaveValue(/보관하는 정보/)
  await expect(notice).toBeFocused()
  await notice.fill('')

  await page.goto('/admin/settings?tab=closing')
  const isErased = page.getByRole('checkbox', { name: /자동으로 삭제$/ })
  const days = page.getByLabel('마지막 날부터 며칠 뒤')
  await days.fill('30')
  await page.getByRole('button', { name: '자동 삭제 저장' }).click()
  await expect(page.getByText('행사 마감 설정이 저장되었습니다.')).toBeVisible()
  await isErased.uncheck()
  await isErased.check()
  await expect(days).toHaveValue('30')
})

test('an administrator sets reminders, a webhook that receives a decision, and an API token', async ({
  page,
  app,
  request,
}) => {
  const said = watchConsole(page)
  const reminded = await makeNewcomer(app, { company_name: '알림상사' })
  await test.step('the reminder is seen beside a reservation', async () => {
    const desk = await openDesk(app)
    const asked = await askForTour(reminded, await makePlaces(desk, DAY), '17:00')
    await desk.decide(asked, 'approve')

    await page.goto('/admin/settings?tab=reminders')
    await page.getByLabel('전날 저녁 6시에 알림').uncheck()
    await page.getByLabel('시작 몇 분 전에 알릴까요').fill('3')
    await page.getByRole('button', { name: '알림 설정 저장' }).click()
    await expect(page.getByText('5분 이상 180분 이하로 입력해주세요.')).toBeVisible()
    await expect(page.getByLabel('전날 저녁 6시에 알림')).not.toBeChecked()
    await expectAccessible(page)
    await page.getByLabel('시작 몇 분 전에 알릴까요').fill('60')
    await page.getByRole('button', { name: '알림 설정 저장' }).click()
    await expect(page.getByText('알림 설정이 저장되었습니다.')).toBeVisible()
    await page.reload()
    await expect(page.getByLabel('시작 몇 분 전에 알릴까요')).toHaveValue('60')

    await page.goto(`/admin/reservation?date=${DAY}`)
    await page
      .getByRole('main')
      .getByRole('button', { name: /^한빛전자 17:00/ })
      .click()
    const details = page.getByRole('dialog', { name: '예약 상세' })
    await expect(details.getByText(/^예정된 알림: .*16:00$/)).toBeVisible()

    // The hour comes; the service looks every fifteen seconds.
    const due = `due_at = '2026-11-20T09:00:00+01:00'`
    await query(app.dataDir, `update reminders set ${due} where reservation_id = ${asked.id}`)
  })

  await test.step('a gateway hears of a decision, and a program asks with a token', async () => {
    const receiver = await startReceiver()
    await page.goto('/admin/settings?tab=integrations')
    await expect(page.getByText('등록된 웹훅이 없습니다.')).toBeVisible()

    // The secret is shown this once.
    await page.getByRole('button', { name: '웹훅 추가' }).click()
    const form = page.getByRole('dialog', { name: '웹훅 추가' })
    await form.getByLabel('이름').fill('문자 발송')
    await form.getByLabel('받는 주소').fill('https://10.0.0.1/')
    await form.getByRole('checkbox', { name: '예약 신청' }).uncheck()
    await form.getByRole('button', { name: '저장' }).click()
    await expect(form.getByText('내부 네트워크 주소로는 보낼 수 없습니다.')).toBeVisible()
    await form.getByLabel('받는 주소').fill(receiver.url)
    await form.getByRole('button', { name: '저장' }).click()
    const shown = page.getByRole('alertdialog', { name: '웹훅 서명 키' })
    const secret = (await shown.getByLabel('서명 키', { exact: true }).textContent())!
    expect(secret).toMatch(/^whsec_/)
    await shown.getByRole('button', { name: '보관했습니다' }).click()
    const row = page.getByRole('table', { name: '웹훅' }).getByRole('row').filter({ hasText: '문자 발송' })
    await expect(row).toContainText('사용 중')

    // A test says at once whether the receiver hears, and why not.
    receiver.answerWith((response) => void response.writeHead(404).end())
    await row.getByRole('button', { name: '기록·테스트' }).click()
    const sent = page.getByRole('dialog', { name: '문자 발송 · 보낸 알림' })
    await sent.getByRole('button', { name: '테스트 보내기' }).click()
    await expect(sent.getByRole('row').filter({ hasText: '테스트' })).toContainText('응답 404')
    receiver.answerWith((response) => void response.writeHead(200).end())
    await sent.getByRole('button', { name: '테스트 보내기' }).click()
    await expect(sent.getByRole('row').filter({ hasText: /테스트.*전달됨/ })).toBeVisible()

    const desk = await openDesk(app)
    const places = await makePlaces(desk, DAY)
    const guest = await makeNewcomer(app)
    const reservation = await askForTour(guest, places, '17:00')
    await desk.decide(reservation, 'approve')
    await sent.getByRole('button', { name: '닫기' }).first().click()

    // A token reads the reservation, and does nothing else; revoked, it reads nothing.
    await page.getByRole('button', { name: '토큰 만들기' }).click()
    const making = page.getByRole('dialog', { name: 'API 토큰 만들기' })
    await making.getByLabel('이름').fill('안내 시스템')
    await making.getByRole('button', { name: '토큰 만들기' }).click()
    await expect(making.getByText('권한을 하나 이상 선택해주세요.')).toBeVisible()
    await making.getByRole('checkbox', { name: '예약 읽기' }).check()
    await making.getByLabel('만료일').fill('2026-12-01')
    await making.getByLabel('만료일').press('Backspace')
    await making.getByRole('button', { name: '토큰 만들기' }).click()
    await expect(making.getByText('유효하지 않은 날짜입니다.'), 'half-typed is not “never”').toBeVisible()
    await making.getByLabel('만료일').fill('2026-12-01')
    await making.getByRole('button', { name: '토큰 만들기' }).click()
    const made = page.getByRole('alertdialog', { name: 'API 토큰을 만들었습니다' })
    const token = (await made.getByLabel('토큰 키', { exact: true }).textContent())!
    await made.getByRole('button', { name: '보관했습니다' }).click()
    const headersOfToken = { authorization: `Bearer ${token}` }
    const read = () => request.get('/api/admin/tours/', { headers: headersOfToken })
    expect((await read()).status()).toBe(200)
    const path = `/api/admin/reservations/${reservation.id}/action/`
    const data = { type: 'VIP_TOUR', action: 'complete' }
    expect((await request.post(path, { headers: headersOfToken, data })).status()).toBe(403)
    await page.getByRole('button', { name: /^해지/ }).click()
    const revoking = page.getByRole('alertdialog', { name: 'API 토큰 해지' })
    // A colleague is faster: what was wanted has come true, and the question goes.
    const [{ id }] = await desk.get<[{ id: number }]>('/api/admin/api-tokens/')
    await desk.remove(`/api/admin/api-tokens/${id}/`)
    await revoking.getByRole('button', { name: '토큰 1개 해지' }).click()
    await expect(page.getByText('이미 해지되었습니다.')).toBeVisible()
    await expect(revoking).toBeHidden()
    await expect(page.getByText('API 토큰이 없습니다.')).toBeVisible()
    expect((await read()).status()).toBe(401)

    // The decision arrives, signed, with the phone that the gateway needs.
    await skipUndoTime(app)
    const told = () => receiver.received.find((each) => each.body.reservation?.id === reservation.id)
    await expect.poll(told).toBeDefined()
    const { headers, text, body } = told()!
    const [time, proof] = String(headers['fairslot-signature']).split(',')
    const expected = createHmac('sha256', secret)
      .update(`${time!.slice(2)}.${text}`)
      .digest('hex')
    expect(proof).toBe(`v1=${expected}`)
    expect(body).toMatchObject({
      type: 'reservation.decided',
      change: { to_status: 'APPROVED' },
      reservation: { id: reservation.id, member: { phone: guest.phone } },
    })

    await receiver.stop()
  })

  await test.step('the reminder comes', async () => {
    const mail = await app.mailbox.receive(reminded.email, '곧 투어 예약이 시작됩니다')
    expect(mail.text).toContain('시작 위치: 3층 입구')
  })
  expect(said).toEqual([])
})

test('search fields look alike on every screen and take the focus by their key; settings span the screen @release', async ({
  page,
}) => {
  await page.goto('/admin/users')
  const looks = new Map<string, unknown>()
  // Screens that were open before leave their styles in the page.
  for (const [menu, label, tab] of [
    ['회원 관리', '회원 검색'],
    ['대시보드', '대기 중인 예약 검색'],
    ['회원 관리', '회원 검색'],
    ['예약 관리', '예약 검색'],
    ['설정', '메일 검색', '메일'],
    ['설정', '작업 기록 검색', '작업 기록'],
  ]) {
    await page.getByRole('navigation').getByRole('link', { name: menu!, exact: true }).click()
    if (tab) await page.getByRole('tab', { name: tab }).first().click()
    const field = page.getByRole('search').filter({ has: page.getByRole('searchbox', { name: label! }) })
    await expect(field.locator('svg')).toBeVisible()
    const key = field.locator('kbd')
    await expect(key).toHaveText('/')
    const style = 'font padding border color min-width background-color'.split(' ')
    const look = await key.evaluate(
      (element, names) => names.map((name) => element.computedStyleMap().get(name)?.toString()),
      style,
    )
    looks.set(JSON.stringify(look), label)
    await page.keyboard.press('/')
    await expect(field.getByRole('searchbox')).toBeFocused()
    await expect(key).toBeHidden()
    await field.getByRole('searchbox').blur()
  }
  expect([...looks.values()], 'one look').toHaveLength(1)

  for (const tab of ['행사', '행사 마감', '처리 사유', '알림', '관리자']) {
    await page.getByRole('tab', { name: tab, exact: true }).click()
    const ends = () =>
      page
        .getByRole('tabpanel')
        .locator('.card')
        .evaluateAll((cards) => Math.max(...cards.map((card) => card.getBoundingClientRect().right)))
    await expect.poll(ends, tab).toBeGreaterThan(1440 - 32)
  }
})
