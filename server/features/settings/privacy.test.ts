import { expect, test } from 'vitest'
import { getPrivacyNotice } from '../../../contract/privacy.ts'
import { privacySettings } from '../../../contract/admin/settings.ts'
import { useTestApp } from '../../../test/fixture.ts'
import { makeAdmin } from '../../../test/make.ts'

const app = useTestApp()

test('an event has a notice before anybody has written one, with its name, its address and how long it keeps', async () => {
  const { text, event_name } = await app.client().ok(getPrivacyNotice, {})
  expect(event_name).toBe('2025 트레이드쇼')
  for (const fact of ['2025 트레이드쇼', 'contact@example.com', '90일', '전화번호', '내려받고'])
    expect(text).toContain(fact)
  // As long as the service keeps them: see its sweep.
  expect(text).toContain('로그인 실패와 네트워크의 기록은 30일')
  expect(text).not.toContain('하루 안에')
  expect(text).toContain('다음 행사로 이어받은 회원의 정보는 다음 행사의 마지막 날부터')
  await app.pool.query('update settings set erase_after_days = 14')
  const { browser } = await makeAdmin(app)
  expect((await browser.ok(privacySettings.get, {})).standard).toContain('14일')
})

test('an administrator writes the event’s own, which everybody reads at once, and brings the standard one back', async () => {
  const [one, other] = [await makeAdmin(app, '김하나'), await makeAdmin(app, '이두리')]
  const { privacy_notice } = await one.browser.ok(privacySettings.get, {})
  expect(privacy_notice).toBe('')
  const own = '우리 회사의 안내\n\n문의는 전시장에서 받습니다.'
  const saved = await one.browser.ok(privacySettings.change, {
    body: { privacy_notice: own, expected: { privacy_notice } },
  })
  expect(saved.settings.privacy_notice).toBe(own)
  expect((await app.client().ok(getPrivacyNotice, {})).text).toBe(own)

  const late = { privacy_notice: '다른 안내', expected: { privacy_notice } }
  expect((await other.browser.refused(privacySettings.change, { body: late })).code).toBe('changed_meanwhile')
  expect((await app.client().ok(getPrivacyNotice, {})).text).toBe(own)

  await other.browser.ok(privacySettings.change, {
    body: { privacy_notice: '  ', expected: { privacy_notice: own } },
  })
  expect((await app.client().ok(getPrivacyNotice, {})).text).toContain('contact@example.com')
})

test('the standard notice saved as it is stays the standard one, and follows the name of the next event', async () => {
  const { browser } = await makeAdmin(app)
  const { standard, privacy_notice } = await browser.ok(privacySettings.get, {})
  const body = { privacy_notice: standard, expected: { privacy_notice } }
  expect((await browser.ok(privacySettings.change, { body })).settings.privacy_notice).toBe('')
  await app.pool.query(`update settings set event_name = '2027 봄 전시회'`)
  expect((await app.client().ok(getPrivacyNotice, {})).text).toContain('2027 봄 전시회')
  await app.pool.query(`update settings set event_name = '2025 트레이드쇼'`)
})

test('a notice as long as a book is refused by its field', async () => {
  const { browser } = await makeAdmin(app)
  const refusal = await browser.refused(privacySettings.change, {
    body: { privacy_notice: '가'.repeat(10_001) },
  })
  expect(refusal.fields).toEqual({ privacy_notice: '10000자 이하로 입력해주세요.' })
})
