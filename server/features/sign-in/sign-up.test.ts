import { beforeEach, describe, expect, test } from 'vitest'
import { login } from '../../../contract/login.ts'
import { completeRegistration, requestCode, verifyEmail } from '../../../contract/sign-up.ts'
import type { Client } from '../../../test/app.ts'
import { useTestApp } from '../../../test/fixture.ts'
import { makeMember } from '../../../test/make.ts'
import { findCode } from '../../mail/templates/member-mails.ts'

const app = useTestApp()
let browser: Client
let serial = 0

beforeEach(() => {
  browser = app.client()
})

const newAddress = () => `newcomer${(serial += 1)}@example.com`
const newPhone = () => `010-2000-${String((serial += 1)).padStart(4, '0')}`

async function proveAddress(email = newAddress()) {
  const code = await mailCode(email)
  await browser.ok(verifyEmail, { body: { email, token: code } })
  return { email, verificationCode: code }
}

async function mailCode(email: string) {
  await browser.ok(requestCode, { body: { email } })
  const mails = await app.mails()
  return findCode(mails.findLast((mail) => mail.to_address === email.toLowerCase())!.text)!
}

const profile = (given: Record<string, unknown> = {}) => ({
  name: '박지민',
  phone: newPhone(),
  company_name: '한빛전자',
  position: '과장',
  ...given,
})

const findMember = (email: string) =>
  app.db.selectFrom('members').selectAll().where('email', '=', email).executeTakeFirst()

describe('signing up', () => {
  test('needs an e-mail address, its code and a profile, and then allows signing in', async () => {
    const email = newAddress()
    expect(await browser.ok(requestCode, { body: { email } })).toEqual({
      message: '인증번호가 발송되었습니다.',
    })
    const { text } = (await app.mails()).findLast((mail) => mail.to_address === email)!
    const code = findCode(text)!
    expect(await browser.ok(verifyEmail, { body: { email, token: code } })).toEqual({
      message: '이메일이 인증되었습니다.',
    })
    const form = profile()
    const { message, user } = await browser.ok(completeRegistration, {
      body: { email, verificationCode: code, ...form },
    })
    expect(message).toBe('회원가입이 완료되었습니다.')
    expect(user).toEqual({ id: expect.any(Number), email, ...form, is_vip: false, is_vvip: false })
    const { user_data } = await browser.ok(login, { body: { phone: form.phone, name: form.name } })
    expect(user_data).toEqual(user)
  })

  test('keeps the address in lower case and the phone as 010-1234-5678', async () => {
    const written = `New.Comer${(serial += 1)}@Example.COM`
    const proved = await proveAddress(written)
    const phone = newPhone()
    const { user } = await browser.ok(completeRegistration, {
      body: { ...proved, ...profile({ phone: phone.replaceAll('-', '') }) },
    })
    expect(user).toMatchObject({ email: written.toLowerCase(), phone })
  })

  test('trims what was typed and joins decomposed Hangul', async () => {
    const proved = await proveAddress()
    const typed = { name: ` ${'박지민'.normalize('NFD')} `, company_name: ' 한빛전자', position: '과장\t' }
    const { user } = await browser.ok(completeRegistration, { body: { ...proved, ...profile(typed) } })
    expect(user).toMatchObject({ name: '박지민', company_name: '한빛전자', position: '과장' })
  })

  test('without the second step is fine when the code is right and still valid', async () => {
    const email = newAddress()
    const verificationCode = await mailCode(email)
    app.passMinutes(9.99)
    await browser.ok(completeRegistration, {
      body: { email, verificationCode: verificationCode.toLowerCase(), ...profile() },
    })
  })

  test('counts the right code at the last step as proof: the form can be corrected for half an hour', async () => {
    const email = newAddress()
    const verificationCode = await mailCode(email)
    app.passMinutes(9)
    const { phone } = await makeMember(app.db)
    const taken = { body: { email, verificationCode, ...profile({ phone }) } }
    expect(await browser.refused(completeRegistration, taken)).toMatchObject({ code: 'phone_exists' })
    app.passMinutes(29)
    await browser.ok(completeRegistration, { body: { email, verificationCode, ...profile() } })
  })

  test('works once with one code', async () => {
    const proved = await proveAddress()
    await browser.ok(completeRegistration, { body: { ...proved, ...profile() } })
    expect(await browser.refused(completeRegistration, { body: { ...proved, ...profile() } })).toMatchObject({
      status: 409,
      code: 'email_exists',
    })
    await app.db.deleteFrom('members').where('email', '=', proved.email).execute()
    expect(await browser.refused(completeRegistration, { body: { ...proved, ...profile() } })).toMatchObject({
      status: 400,
      code: 'invalid_code',
    })
  })

  test('submitted ten times at once creates one member', async () => {
    const proved = await proveAddress()
    const answers = await Promise.all(
      Array.from({ length: 10 }, () =>
        browser.send(completeRegistration, { body: { ...proved, ...profile() } }),
      ),
    )
    expect(answers.filter((answer) => answer.statusCode === 201)).toHaveLength(1)
    for (const answer of answers.filter((each) => each.statusCode !== 201))
      expect(['email_exists', 'invalid_code']).toContain(answer.json<{ code: string }>().code)
    const members = await app.db.selectFrom('members').selectAll().where('email', '=', proved.email).execute()
    expect(members).toHaveLength(1)
  })

  test('never makes oneself a VIP', async () => {
    const proved = await proveAddress()
    const extra = { is_vip: true, is_vvip: true, id: 1, created_at: '2020-01-01T00:00:00Z' }
    const { user } = await browser.ok(completeRegistration, {
      body: { ...proved, ...profile(extra) },
    })
    expect(user).toMatchObject({ is_vip: false, is_vvip: false })
    expect(await findMember(proved.email)).toMatchObject({ is_vip: false, is_vvip: false })
    expect((await findMember(proved.email))!.created_at).toEqual(new Date(app.now()))
  })
})

describe('the profile form', () => {
  test.each([
    ['name', '이름을 입력해주세요.'],
    ['phone', '올바른 전화번호 형식이 아닙니다.'],
    ['company_name', '회사명을 입력해주세요.'],
    ['position', '직책을 입력해주세요.'],
  ])('without %s is refused by field, missing, blank or no text', async (field, text) => {
    const proved = await proveAddress()
    for (const value of [undefined, null, '  ', 7, ['x'], { $ne: '' }]) {
      const body = { ...proved, ...profile({ [field]: value }) }
      const refusal = await browser.refused(completeRegistration, { body })
      expect(refusal).toMatchObject({ status: 400, code: 'invalid_input', error: text })
      expect(refusal.fields).toEqual({ [field]: text })
    }
  })

  test('reports all missing fields together', async () => {
    const refusal = await browser.refused(completeRegistration, { body: {} as never })
    expect(refusal.fields).toEqual({
      email: '이메일을 입력해주세요.',
      verificationCode: '인증번호를 입력해주세요.',
      name: '이름을 입력해주세요.',
      phone: '올바른 전화번호 형식이 아닙니다.',
      company_name: '회사명을 입력해주세요.',
      position: '직책을 입력해주세요.',
    })
    expect(refusal.error).toBe('이메일을 입력해주세요.')
  })

  test.each(['02-1234-5678', '011-234-5678', '010-123-4567', '010-12345-6789', '+82 2 1234 5678', '０１０'])(
    'refuses the phone %s',
    async (phone) => {
      const proved = await proveAddress()
      const refusal = await browser.refused(completeRegistration, {
        body: { ...proved, ...profile({ phone }) },
      })
      expect(refusal.fields).toEqual({ phone: '올바른 전화번호 형식이 아닙니다.' })
    },
  )

  test('refuses texts longer than 100 characters', async () => {
    const proved = await proveAddress()
    await browser.refused(completeRegistration, {
      body: { ...proved, ...profile({ company_name: '가'.repeat(101) }) },
    })
    const { user } = await browser.ok(completeRegistration, {
      body: { ...proved, ...profile({ company_name: '가'.repeat(100) }) },
    })
    expect(user.company_name).toHaveLength(100)
  })

  test('with the phone of a member is refused, and the code stays good for another phone', async () => {
    const { phone } = await makeMember(app.db)
    const proved = await proveAddress()
    const refusal = await browser.refused(completeRegistration, {
      body: { ...proved, ...profile({ phone: phone.replaceAll('-', '') }) },
    })
    expect(refusal).toMatchObject({
      status: 409,
      code: 'phone_exists',
      error: '이미 등록된 전화번호입니다.',
    })
    expect(refusal.fields, 'no second text').toBeUndefined()
    expect(await findMember(proved.email)).toBeUndefined()
    await browser.ok(completeRegistration, { body: { ...proved, ...profile() } })
  })

  test('with the phone of a member notifies its owner by mail, once a day', async () => {
    const owner = await makeMember(app.db)
    const proved = await proveAddress()
    const claim = () =>
      browser.refused(completeRegistration, { body: { ...proved, ...profile({ phone: owner.phone }) } })
    const told = async () =>
      (await app.mails()).filter((mail) => mail.to_address === owner.email && mail.kind === 'phone_claimed')
    await claim()
    await claim()
    const [mail, ...others] = await told()
    expect(others).toEqual([])
    expect(mail!.text).toContain(`${owner.name}님`)
    expect(mail!.text, 'not who it was').not.toContain(proved.email)
    app.setClock('2026-11-21', '08:00')
    const again = await proveAddress()
    await browser.refused(completeRegistration, {
      body: { ...again, ...profile({ phone: owner.phone }) },
    })
    expect(await told()).toHaveLength(2)
  })

  test('cannot search for the phones of members: each one found counts as a failure of the network', async () => {
    await app.db.deleteFrom('attempts').execute()
    const proved = await proveAddress()
    const at = new Date(app.now())
    const wrong = { kind: 'code' as const, account: 'x', guess: null, origin: '127.0.0.1', at }
    await app.db
      .insertInto('attempts')
      .values(Array.from({ length: 298 }, () => wrong))
      .execute()
    for (const code of ['phone_exists', 'phone_exists', 'too_many_requests']) {
      const { phone } = await makeMember(app.db)
      const form = { body: { ...proved, ...profile({ phone }) } }
      expect(await browser.refused(completeRegistration, form)).toMatchObject({ code })
    }
    await app.db.deleteFrom('attempts').execute()
  })

  test('with one phone submitted by two people at once, accepts one; the other can correct it', async () => {
    const phone = newPhone()
    const proved = [await proveAddress(), await proveAddress()]
    const answers = await Promise.all(
      proved.map((each) => browser.send(completeRegistration, { body: { ...each, ...profile({ phone }) } })),
    )
    expect(answers.map((answer) => String(answer.statusCode)).sort()).toEqual(['201', '409'])
    const loser = answers.findIndex((answer) => answer.statusCode === 409)
    expect(answers[loser]!.json()).toMatchObject({ code: 'phone_exists' })
    await browser.ok(completeRegistration, { body: { ...proved[loser]!, ...profile() } })
  })

  test('for an address that has been registered since is refused', async () => {
    const proved = await proveAddress()
    await makeMember(app.db, { email: proved.email })
    expect(await browser.refused(completeRegistration, { body: { ...proved, ...profile() } })).toMatchObject({
      status: 409,
      code: 'email_exists',
      error: 'Email already exists',
    })
  })
})
