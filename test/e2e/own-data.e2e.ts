import { readFile } from 'node:fs/promises'
import { expect, expectAccessible, signIn, test, watchConsole } from './fixtures.ts'

const OWNER = { phone: '010-3210-4567', name: '최민준' }

test('a member reads what is kept, takes it along, and erases the account by the link in a mail', async ({
  page,
  app,
}) => {
  const said = watchConsole(page)
  await test.step('an old link says so as soon as it is opened, and offers a new one', async () => {
    await signIn(page, OWNER, '/profile/erase?token=1.old')
    await expect(page.getByText('링크가 올바르지 않거나 유효 시간이 지났습니다.')).toBeVisible()
    await expect(page.getByRole('button', { name: /계정 삭제$/ })).toHaveCount(0)
    await expectAccessible(page)
    await expect(page.getByRole('button', { name: '확인 메일 받기' })).toBeVisible()
  })

  await page.goto('/profile')
  const mine = page.getByRole('region', { name: '내 데이터' })

  await mine.getByRole('link', { name: '내 데이터 보기' }).click()
  await test.step('it is a page to read, to print and to save', async () => {
    await expect(page.getByRole('heading', { name: '내 데이터', level: 1 })).toBeVisible()
    await expect(page.getByRole('region', { name: '회원 정보' })).toContainText(OWNER.name)
    const booked = page.getByRole('region', { name: '예약', exact: true })
    await expect(booked).toContainText(/날짜2026년 11월 2\d일 \(.\)시간\d\d:\d\d ~ \d\d:\d\d상태/)
    await expect(booked.getByText('[VIP 전용] ').first()).toBeVisible()
    await expect(page.getByRole('region', { name: '예약 기록' })).toContainText('예약 신청')
    await expect(page.getByRole('region', { name: '로그인한 기기' })).toContainText('Chrome')
    await expectAccessible(page)
    await page.emulateMedia({ media: 'print' })
    await expect(page.getByRole('navigation')).toBeHidden()
    await expect(page.getByRole('button', { name: '인쇄' })).toBeHidden()
    await expect(booked).toBeVisible()
    await page.emulateMedia({ media: 'screen' })
    await page.evaluate("window.print = () => document.body.setAttribute('data-printed', '')")
    await page.getByRole('button', { name: '인쇄' }).click()
    await expect(page.locator('body[data-printed]')).toBeVisible()
  })
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: '파일로 저장' }).click(),
  ])
  expect(file.suggestedFilename()).toMatch(/^내_데이터_\d{4}-\d\d-\d\d\.json$/)
  const kept = JSON.parse(await readFile(await file.path(), 'utf8')) as {
    member: { name: string; email: string }
  }
  expect(kept.member.name).toBe(OWNER.name)

  await page.getByRole('link', { name: '프로필로 돌아가기' }).click()
  await mine.getByRole('link', { name: '개인정보 안내' }).click()
  await expect(page).toHaveURL('/privacy')
  await expect(page.getByText('행사 마지막 날부터 90일이 지나면 삭제합니다.')).toBeVisible()
  await page.getByRole('link', { name: '돌아가기' }).click()
  await expect(page).toHaveURL('/dashboard')
  await page.goto('/profile')

  await mine.getByRole('link', { name: '계정 삭제' }).click()
  const cancelled = page.getByRole('region', { name: /^함께 취소되는 예약 \d+건$/ })
  await expect(cancelled).toBeVisible()
  const count = await cancelled.getByRole('listitem').count()
  expect(count).toBeGreaterThan(0)
  await page.getByRole('button', { name: '확인 메일 받기' }).click()
  await expect(page.getByText(`${kept.member.email}로 확인 메일을 보냈습니다.`)).toBeVisible()
  await expectAccessible(page)
  const mail = await app.mailbox.receive(kept.member.email, '계정 삭제를 확인해주세요')
  const link = /\S+\/profile\/erase\?token=\S+/.exec(mail.text!)![0]

  await page.goto(new URL(link).pathname + new URL(link).search)
  await expect(cancelled.getByRole('listitem')).toHaveCount(count)
  await expectAccessible(page)
  await page.getByRole('button', { name: `예약 ${count}건을 취소하고 계정 삭제` }).click()
  await expect(page).toHaveURL('/')
  await expect(page.getByText('계정과 예약 정보가 삭제되었습니다.')).toBeVisible()
  await page.getByLabel('전화번호').fill(OWNER.phone)
  await page.getByLabel('이름').fill(OWNER.name)
  await page.getByRole('button', { name: '로그인' }).click()
  await expect(page.getByText('전화번호와 이름을 확인해주세요.').first()).toBeVisible()
  expect(said).toEqual([])
})
