import { expect, test } from 'vitest'
import { addAdmin, changePassword } from '../../../../contract/admin/accounts.ts'
import { eventSettings } from '../../../../contract/admin/event-settings.ts'
import { useTestApp } from '../../../../test/fixture.ts'
import { makeAdmin } from '../../../../test/make.ts'
import { createFirstAdmin } from '../commands.ts'

const app = useTestApp()

const WEAK = ['1q2w3e4r5t6y', 'Password1234', 'aaaaaaaaaaaa', 'Fairslot 2026', '봄 모빌리티 박람회 2026']

test('easily guessed passwords are refused for new accounts and for the own one', async () => {
  const { browser, password } = await makeAdmin(app)
  const event = {
    event_name: '봄 모빌리티 박람회 2026',
    contact_email: 'a@example.com',
    display_names: 'hidden',
  } as const
  await browser.ok(eventSettings.change, { body: event })
  for (const weak of [...WEAK, 'the helper 1'])
    expect(
      await browser.refused(addAdmin, { body: { name: 'The Helper', password: weak } }),
      weak,
    ).toMatchObject({ code: 'invalid_input', fields: { password: expect.any(String) } })
  for (const weak of WEAK)
    expect(
      await browser.refused(changePassword, { body: { current_password: password, new_password: weak } }),
      weak,
    ).toMatchObject({ code: 'invalid_input', fields: { new_password: expect.any(String) } })
})

test.each([
  ['a', '2자 이상'],
  ['kim_minsu', '문자, 숫자'],
  ['аdmin', '섞어 쓸 수 없습니다'],
  ['서버', '서비스에서 사용하는'],
  ['API 연동', '서비스에서 사용하는'],
])('an account cannot be called %s', async (name, text) => {
  const { browser } = await makeAdmin(app)
  const body = { name, password: 'a long enough password' }
  const { fields } = await browser.refused(addAdmin, { body })
  expect(fields?.['name']).toContain(text)
})

test('invisible characters make no second account of one name', async () => {
  const { browser } = await makeAdmin(app)
  const add = (name: string) => browser.send(addAdmin, { body: { name, password: 'a long enough password' } })
  expect((await add('Twin')).statusCode).toBe(201)
  expect((await add('Tw\u200Bin')).json()).toMatchObject({ code: 'admin_exists' })
})

test('a weak ADMIN_PASSWORD makes no first administrator', async () => {
  await app.db.deleteFrom('admins').execute()
  const account = { name: 'admin', password: 'Password1234' }
  await expect(createFirstAdmin(app.db, account, app.now(), () => {})).rejects.toThrow(
    'ADMIN_PASSWORD is refused',
  )
  expect(await app.db.selectFrom('admins').select('id').execute()).toEqual([])
})
