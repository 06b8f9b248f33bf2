import { createHash, createHmac } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { completeRegistration, requestCode, verifyEmail } from '../../../contract/sign-up.ts'
import type { Client } from '../../../test/app.ts'
import { useTestApp } from '../../../test/fixture.ts'
import { typedInHangul } from '../../../test/hangul.ts'
import { makeMember } from '../../../test/make.ts'
import { findCode } from '../../mail/templates/member-mails.ts'

const app = useTestApp()
let browser: Client
let serial = 0

beforeEach(() => {
  browser = app.client()
})

const newAddress = () => `newcomer${(serial += 1)}@example.com`
const profile = () => ({
  name: '박지민',
  phone: `010-2000-${String((serial += 1)).padStart(4, '0')}`,
  company_name: '한빛전자',
  position: '과장',
})

const mailsTo = async (email: string) => (await app.mails()).filter((mail) => mail.to_address === email)
const codeMailedTo = async (email: string) => findCode((await mailsTo(email)).at(-1)!.text)!

async function getCode(email: string) {
  await browser.ok(requestCode, { body: { email } })
  return codeMailedTo(email)
}

const verify = (email: string, token: string) => ({ body: { email, token } })
const complete = (email: string, verificationCode: string, form = profile()) => ({
  body: { email, verificationCode, ...form },
})
// Codes never contain the letter O.
const WRONG = 'OOOOOO'
const REFUSAL = { status: 400, code: 'invalid_code', error: '인증번호가 올바르지 않습니다.' }

describe('a verification code', () => {
  test('has six unambiguous characters, and is mailed only to the given address', async () => {
    const email = newAddress()
    expect(await getCode(email)).toMatch(/^[A-HJKMNP-Z2-9]{6}$/)
    expect(await mailsTo(email)).toMatchObject([{ kind: 'verification_code', status: 'queued' }])
  })

  test('is stored only as a hash', async () => {
    const email = newAddress()
    const code = await getCode(email)
    const kept = await app.db
      .selectFrom('email_codes')
      .selectAll()
      .where('email', '=', email)
      .executeTakeFirstOrThrow()
    expect(Buffer.from(kept.code_hash).includes(code)).toBe(false)
    const key = app.server.keyFor('verification codes')
    const hashed = (hash: { update(text: string): { digest(): Buffer } }) =>
      hash.update(`${email} ${code}`).digest()
    expect(kept.code_hash, 'who reads it can try all codes').not.toEqual(hashed(createHash('sha256')))
    expect(kept.code_hash).toEqual(hashed(createHmac('sha256', key)))
  })

  test('may be typed in small letters, and pasted with spaces around and in it', async () => {
    const email = newAddress()
    const code = await getCode(email)
    await browser.ok(verifyEmail, verify(` ${email.toUpperCase()} `, ` ${code.toLowerCase()} `))
    const pasted = ` ${code.slice(0, 3)}-${code.slice(3)}\n`
    await browser.ok(completeRegistration, complete(email, pasted))
  })

  test('may be typed while the keyboard is switched to Hangul', async () => {
    const email = newAddress()
    const code = await getCode(email)
    await browser.ok(verifyEmail, verify(email, typedInHangul(code)))
    await browser.ok(completeRegistration, complete(email, typedInHangul(code)))
  })

  test('that is wrong, or belongs to another address, is refused', async () => {
    const [email, other] = [newAddress(), newAddress()]
    const code = await getCode(email)
    await getCode(other)
    expect(await browser.refused(verifyEmail, verify(email, WRONG))).toMatchObject(REFUSAL)
    expect(await browser.refused(verifyEmail, verify(other, code))).toMatchObject(REFUSAL)
    expect(await browser.refused(verifyEmail, verify(newAddress(), code))).toMatchObject(REFUSAL)
    await browser.ok(verifyEmail, verify(email, code))
  })

  test('is asked for by field', async () => {
    const refusal = await browser.refused(verifyEmail, { body: { email: 'nobody', token: '' } })
    expect(refusal).toMatchObject({ status: 400, code: 'invalid_input' })
    expect(refusal.fields).toEqual({
      email: '올바른 이메일 형식이 아닙니다.',
      token: '인증번호를 입력해주세요.',
    })
  })

  test('is good for ten minutes', async () => {
    const [early, late] = [newAddress(), newAddress()]
    const [earlyCode, lateCode] = [await getCode(early), await getCode(late)]
    app.passMinutes(9.99)
    await browser.ok(verifyEmail, verify(early, earlyCode))
    app.passMinutes(0.01)
    expect(await browser.refused(verifyEmail, verify(late, lateCode))).toMatchObject(REFUSAL)
    expect(await browser.refused(completeRegistration, complete(late, lateCode))).toMatchObject(REFUSAL)
  })

  test('once proved, completes the registration within thirty minutes', async () => {
    const [early, late] = [newAddress(), newAddress()]
    const [earlyCode, lateCode] = [await getCode(early), await getCode(late)]
    app.passMinutes(9)
    await browser.ok(verifyEmail, verify(early, earlyCode))
    await browser.ok(verifyEmail, verify(late, lateCode))
    app.passMinutes(29.99)
    await browser.ok(completeRegistration, complete(early, earlyCode))
    app.passMinutes(0.01)
    expect(await browser.refused(completeRegistration, complete(late, lateCode))).toMatchObject(REFUSAL)
  })

  test('does not last longer by being proved again and again', async () => {
    const email = newAddress()
    const code = await getCode(email)
    await browser.ok(verifyEmail, verify(email, code))
    app.passMinutes(29)
    await browser.ok(verifyEmail, verify(email, code))
    app.passMinutes(2)
    expect(await browser.refused(completeRegistration, complete(email, code))).toMatchObject(REFUSAL)
  })

  test('is void after five wrong tries, the right one no longer helps', async () => {
    const email = newAddress()
    const code = await getCode(email)
    for (let i = 0; i < 5; i += 1)
      expect(await browser.refused(verifyEmail, verify(email, WRONG))).toMatchObject(REFUSAL)
    expect(await browser.refused(verifyEmail, verify(email, code))).toMatchObject(REFUSAL)
    app.passMinutes(1)
    await browser.ok(verifyEmail, verify(email, await getCode(email)))
  })

  test('still works after four wrong tries', async () => {
    const email = newAddress()
    const code = await getCode(email)
    for (let i = 0; i < 4; i += 1) await browser.refused(verifyEmail, verify(email, WRONG))
    await browser.ok(verifyEmail, verify(email, code))
  })

  test('counts wrong tries at the last step too', async () => {
    const email = newAddress()
    const code = await getCode(email)
    await browser.ok(verifyEmail, verify(email, code))
    for (let i = 0; i < 5; i += 1)
      expect(await browser.refused(completeRegistration, complete(email, WRONG))).toMatchObject(REFUSAL)
    expect(await browser.refused(completeRegistration, complete(email, code))).toMatchObject(REFUSAL)
  })

  test('allows five of thirty simultaneous guesses, and then refuses the right code', async () => {
    const email = newAddress()
    const code = await getCode(email)
    const guesses = Array.from({ length: 30 }, (_, i) => `${WRONG.slice(2)}${10 + i}`)
    const answers = await Promise.all(guesses.map((guess) => browser.send(verifyEmail, verify(email, guess))))
    expect(new Set(answers.map((answer) => answer.statusCode))).toEqual(new Set([400]))
    const { wrong_tries } = await app.db
      .selectFrom('email_codes')
      .select('wrong_tries')
      .where('email', '=', email)
      .executeTakeFirstOrThrow()
    expect(wrong_tries).toBe(5)
    expect(await browser.refused(verifyEmail, verify(email, code))).toMatchObject(REFUSAL)
  })

  test('is refused once a newer one was asked for', async () => {
    const email = newAddress()
    const older = await getCode(email)
    app.passMinutes(1)
    const newer = await getCode(email)
    expect(await browser.refused(verifyEmail, verify(email, older))).toMatchObject(REFUSAL)
    await browser.ok(verifyEmail, verify(email, newer))
  })
})

describe('asking for a code', () => {
  test('needs an e-mail address', async () => {
    const empty = await browser.refused(requestCode, { body: { email: ' ' } })
    expect(empty).toMatchObject({ status: 400, fields: { email: '이메일을 입력해주세요.' } })
    for (const email of ['visitor', 'visitor@', '방문자@example.com', `${'a'.repeat(250)}@example.com`])
      expect(await browser.refused(requestCode, { body: { email } })).toMatchObject({
        status: 400,
        code: 'invalid_input',
        fields: { email: '올바른 이메일 형식이 아닙니다.' },
      })
  })

  test('is refused for a known address, however it is written', async () => {
    const { email } = await makeMember(app.db)
    expect(await browser.refused(requestCode, { body: { email: email.toUpperCase() } })).toMatchObject({
      status: 409,
      code: 'email_exists',
      error: 'Email already exists',
    })
    expect(await mailsTo(email)).toEqual([])
  })

  test('is possible once a minute for one address, and for others at the same time', async () => {
    const email = newAddress()
    await getCode(email)
    app.passMinutes(0.75)
    const refusal = await browser.refused(requestCode, { body: { email: email.toUpperCase() } })
    expect(refusal).toMatchObject({ status: 429, code: 'too_many_requests' })
    expect(refusal.headers['retry-after']).toBe('15')
    await getCode(newAddress())
    app.passMinutes(0.25)
    await getCode(email)
    expect(await mailsTo(email)).toHaveLength(2)
  })

  test('is possible five times an hour for one address', async () => {
    const email = newAddress()
    for (let i = 0; i < 5; i += 1) {
      await getCode(email)
      app.passMinutes(2)
    }
    const refusal = await browser.refused(requestCode, { body: { email } })
    expect(refusal).toMatchObject({ status: 429, code: 'too_many_requests' })
    expect(refusal.headers['retry-after']).toBe(String(50 * 60))
    app.passMinutes(50)
    await getCode(email)
  })

  test('counts a mailbox once, however its address is written', async () => {
    const n = (serial += 1)
    await getCode(`kim.min${n}@gmail.com`)
    for (const email of [`KimMin${n}@gmail.com`, `kim.min${n}+stand@googlemail.com`])
      expect(await browser.refused(requestCode, { body: { email } })).toMatchObject({
        status: 429,
        error: '요청이 너무 많습니다. 1분 후에 다시 시도해주세요.',
        fields: { email: '요청이 너무 많습니다. 1분 후에 다시 시도해주세요.' },
      })
    await getCode(`kim.min${n}@example.com`)
    await getCode(`kimmin${n}@example.com`)
    expect(await mailsTo(`kim.min${n}@gmail.com`), 'mailed as it was written').toHaveLength(1)
  })

  test('ten times at once sends one mail', async () => {
    const email = newAddress()
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => browser.send(requestCode, { body: { email } })),
    )
    expect(answers.filter((answer) => answer.statusCode === 200)).toHaveLength(1)
    expect(answers.filter((answer) => answer.statusCode === 429)).toHaveLength(9)
    expect(await mailsTo(email)).toHaveLength(1)
  })
})

const askedBefore = (
  count: number,
  given: { origin?: string; minutes_ago?: number; kind?: 'code' | 'login_code' },
) => {
  const { kind = 'code_request' as const, origin = '127.0.0.1', minutes_ago = 0 } = given
  const at = new Date(app.now() - minutes_ago * 60_000)
  const one = (n: number) => ({ kind, account: `stranger${n}@example.com`, guess: null, origin, at })
  return app.db
    .insertInto('attempts')
    .values(Array.from({ length: count }, (_, n) => one(n)))
    .execute()
}

describe('mailing strangers', () => {
  beforeEach(() => app.db.deleteFrom('attempts').execute())
  const ask = (client = browser) => client.refused(requestCode, { body: { email: newAddress() } })
  const other = () => app.client({}, '10.0.0.2')

  test('ends for an address at a hundred a minute; not for others', async () => {
    await askedBefore(99, {})
    await getCode(newAddress())
    const refusal = await ask()
    expect(refusal).toMatchObject({ status: 429, code: 'too_many_requests' })
    expect(refusal).not.toHaveProperty('fields')
    expect(refusal.headers['retry-after']).toBe('60')
    await other().ok(requestCode, { body: { email: newAddress() } })
    app.passMinutes(1)
    await getCode(newAddress())
  })

  test('reports a known address each time, within the limit of the network', async () => {
    const { email } = await makeMember(app.db)
    const ask = () => browser.refused(requestCode, { body: { email } })
    for (let i = 0; i < 7; i += 1) expect(await ask()).toMatchObject({ status: 409, code: 'email_exists' })
    await askedBefore(92, {})
    expect(await ask()).toMatchObject({ status: 409 })
    expect(await ask(), 'each of them has counted').toMatchObject({ status: 429 })
  })

  test('ends for an address at six hundred in ten minutes', async () => {
    await askedBefore(599, { minutes_ago: 3 })
    await getCode(newAddress())
    expect(await ask()).toMatchObject({
      status: 429,
      error: '요청이 너무 많습니다. 7분 후에 다시 시도해주세요.',
    })
    await other().ok(requestCode, { body: { email: newAddress() } })
  })

  test('a flood of twelve hundred codes from one IPv6 network leaves others free', async () => {
    const from = (n: number) => app.client({}, `2001:db8:7:${n.toString(16)}::1`)
    const flood = Array.from({ length: 1_200 }, (_, n) => n)
    const answers: number[] = []
    for (let minute = 0; minute < 3; minute += 1) {
      const now = flood.slice(minute * 400, minute * 400 + 400)
      const asked = now.map((n) => from(n).send(requestCode, { body: { email: newAddress() } }))
      answers.push(...(await Promise.all(asked)).map(({ statusCode }) => statusCode))
      app.passMinutes(1)
    }
    expect(
      answers.filter((status) => status === 200),
      'as many as from one address',
    ).toHaveLength(300)
    for (const address of ['2001:db8:8::1', '10.0.0.3', '127.0.0.1'])
      await app.client({}, address).ok(requestCode, { body: { email: newAddress() } })
  })

  test('from many networks at once is refused to nobody; in a flood, busy networks get their codes later', async () => {
    for (let n = 0; n < 6; n += 1) await askedBefore(200, { minutes_ago: 3, origin: `10.0.1.${n}` })
    await app.db.updateTable('mails').set({ status: 'sent' }).execute()
    const dueOf = async (address: string) => {
      const email = newAddress()
      await app.client({}, address).ok(requestCode, { body: { email } })
      const [mail] = await mailsTo(email)
      return mail!.not_before.getTime() - app.now()
    }
    expect(await dueOf('10.0.1.1')).toBe(0)
    await app.db
      .updateTable('mails')
      .set({ status: 'queued' })
      .where('kind', '=', 'verification_code')
      .execute()
    expect(await dueOf('10.0.1.1')).toBeGreaterThan(60_000)
    expect(await dueOf('10.0.2.1')).toBe(0)
  })

  test('counts the requests for addresses that have signed up', async () => {
    await askedBefore(99, {})
    const { email } = await makeMember(app.db)
    expect(await browser.refused(requestCode, { body: { email } })).toMatchObject({ status: 409 })
    expect(await ask()).toMatchObject({ status: 429 })
  })

  test('lets four hundred of one address sign up within ten minutes', async () => {
    for (let minute = 0; minute < 10; minute += 1) await askedBefore(40, { minutes_ago: minute })
    const email = newAddress()
    await getCode(email)
    expect(await mailsTo(email)).toHaveLength(1)
  })
})

describe('trying codes', () => {
  beforeEach(() => app.db.deleteFrom('attempts').execute())

  test('of many addresses ends after three hundred wrong ones from one network, at both steps', async () => {
    const email = newAddress()
    const code = await getCode(email)
    await askedBefore(299, { kind: 'code' })
    expect(await browser.refused(verifyEmail, verify(newAddress(), WRONG))).toMatchObject(REFUSAL)
    expect(await browser.refused(verifyEmail, verify(email, code))).toMatchObject({ status: 429 })
    expect(await browser.refused(completeRegistration, complete(email, code))).toMatchObject({ status: 429 })
    await app.client({}, '10.0.0.2').ok(verifyEmail, verify(email, code))
  })

  test('does not reveal registered addresses without a code', async () => {
    const { email } = await makeMember(app.db)
    expect(await browser.refused(completeRegistration, complete(email, WRONG))).toMatchObject(REFUSAL)
  })
})
