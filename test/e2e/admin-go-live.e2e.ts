import { SAMPLE_LOGIN } from '../../server/sample-event/sample-event.ts'
import { expect, openBrowser, signInAsAdmin, test, watchConsole } from './fixtures.ts'

test('an administrator goes from the sample event to the real one', async ({ page, browser, app }) => {
  const said = watchConsole(page)
  await signInAsAdmin(page, '/admin/dashboard')
  await page.getByText('행사 준비', { exact: true }).click()
  const step = page.getByRole('listitem').filter({ hasText: '행사 시작하기' })
  await expect(step).toContainText('견본 데이터가 남아 있습니다.')
  await step.getByRole('link').click()

  // It is counted before anything is asked.
  const done = (title: string) => page.getByRole('listitem').filter({ hasText: title }).getByText('완료')
  await expect(page.getByRole('heading', { name: '5단계 중 1단계 완료' })).toBeVisible()
  await expect(done('첫 비밀번호 변경')).toBeAttached()
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
  const heading = page.getByRole('heading', { name: '5단계 중 2단계 완료' })
  await expect(heading).toBeFocused()

  // The next step, and back.
  await page.getByRole('link', { name: '행사 설정' }).click()
  await page.getByLabel('문의 이메일').fill('desk@fairslot.kr')
  await page.getByRole('button', { name: '저장' }).first().click()
  await expect(page.getByText('설정이 저장되었습니다.')).toBeVisible()
  await page.getByRole('tab', { name: '행사 시작하기' }).click()
  await expect(done('행사 이름과 문의 주소')).toBeAttached()
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
