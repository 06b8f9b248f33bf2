import { expect, test } from 'vitest'
import { useTestApp } from '../../../test/fixture.ts'
import { reasonSettings } from '../../../contract/admin/settings.ts'
import { makeAdmin } from '../../../test/make.ts'

const app = useTestApp()

test('all administrators share the reasons that they are offered, which begin with some', async () => {
  const [one, other] = [await makeAdmin(app, '김하나'), await makeAdmin(app, '이두리')]
  const first = await one.browser.ok(reasonSettings.get, {})
  expect(first.reject_reasons.split('\n')).toHaveLength(3)
  expect(first.cancel_reasons.split('\n')).toHaveLength(3)

  const typed = { reject_reasons: ' 내부 행사 \r\n\n정원 초과\n내부 행사', cancel_reasons: '' }
  const kept = { reject_reasons: '내부 행사\n정원 초과', cancel_reasons: '' }
  expect(await one.browser.ok(reasonSettings.change, { body: { ...typed, expected: first } })).toEqual({
    message: '처리 사유가 저장되었습니다.',
    settings: kept,
  })
  expect(await other.browser.ok(reasonSettings.get, {})).toEqual(kept)

  // The other one's form was filled before that.
  const late = { reject_reasons: '정전', cancel_reasons: '', expected: first }
  expect(await other.browser.refused(reasonSettings.change, { body: late })).toMatchObject({
    status: 409,
    code: 'changed_meanwhile',
    error: expect.stringMatching(/^김하나 님이 .*거절 사유 변경/),
  })
  expect(await other.browser.ok(reasonSettings.get, {})).toEqual(kept)
})

test.each([
  ['cancel_reasons', '가'.repeat(501), '사유 하나는 500자 이하로 입력해주세요.'],
  [
    'reject_reasons',
    Array.from({ length: 13 }, (_, i) => `사유 ${i}`).join('\n'),
    '사유는 12개까지 등록할 수 있습니다.',
  ],
  ['reject_reasons', undefined, '올바르지 않은 값입니다.'],
])('too much is refused by field: %s', async (field, value, text) => {
  const { browser } = await makeAdmin(app)
  const body = { reject_reasons: '', cancel_reasons: '', [field]: value }
  expect((await browser.refused(reasonSettings.change, { body })).fields).toEqual({ [field]: text })
})
