import { beforeEach, describe, expect, test } from 'vitest'
import { login } from '../../../contract/login.ts'
import { requestLoginCode } from '../../../contract/login-code.ts'
import { getMyInfo, type Member } from '../../../contract/member.ts'
import { requestCode, verifyEmail } from '../../../contract/sign-up.ts'
import type { Client } from '../../../test/app.ts'
import { useStatementCount, useTestApp } from '../../../test/fixture.ts'
import { typedInHangul } from '../../../test/hangul.ts'
import { makeMember } from '../../../test/make.ts'
import { sendMails } from '../../../test/outbox.ts'
import { findCode } from '../../mail/templates/member-mails.ts'
import { endAllSessions } from '../sessions/commands.ts'

const app = useTestApp()
const sent = useStatementCount(app)
let browser: Client

beforeEach(async () => {
  browser = app.client()
  await app.db.deleteFrom('attempts').execute()
})

const CODE_REQUIRED = {
  status: 403,
  code: 'code_required',
  error: '입력하신 정보가 맞으면 등록된 이메일로 코드를 보냈습니다. 받은 코드를 입력해주세요.',
}
const REFUSAL = { status: 401, code: 'login_failed' }
// Codes never contain the letter O.
const WRONG = 'OOOOOO'

type Typed = { phone: string; name: string }
const as = ({ phone, name }: Typed, code?: string) => ({ body: { phone, name, ...(code && { code }) } })

const codesTo = async ({ email }: { email: string }) =>
  (await app.mails()).filter((mail) => mail.to_address === email && mail.kind === 'login_code')
const codeTo = async (member: { email: string }) => findCode((await codesTo(member)).at(-1)!.text)!

const guess = async (member: Typed, times = 10, client = app.client()) => {
  for (let i = 0; i < times; i += 1)
    expect(await client.refused(login, as({ ...member, name: `추측${i}` }))).toMatchObject(REFUSAL)
}

/** A member whose phone is above the limit, and whose first right attempt has mailed a code. */
async function makeMailed(): Promise<{ member: Member; code: string }> {
  const member = await makeMember(app.db)
  await guess(member)
  expect(await browser.refused(login, as(member))).toMatchObject(CODE_REQUIRED)
  return { member, code: await codeTo(member) }
}

describe('after too many failed logins', () => {
  test('the right person gets a code by mail and signs in with it', async () => {
    const { member, code } = await makeMailed()
    expect(await codesTo(member)).toMatchObject([{ subject: expect.stringContaining('로그인 인증번호') }])
    const { user_data } = await browser.ok(login, as(member, ` ${code.toLowerCase()} `))
    expect(user_data).toEqual(member)
    expect(await browser.ok(getMyInfo, {})).toEqual(member)
  })

  test('the code may be typed in Hangul, where the keyboard joins its keys to syllables', async () => {
    const { member, code } = await makeMailed()
    const { user_data } = await browser.ok(login, as(member, typedInHangul(code).normalize('NFKC')))
    expect(user_data).toEqual(member)
  })

  test('right and wrong attempts get one answer, and wrong ones no mail', async () => {
    const member = await makeMember(app.db)
    await guess(member)
    const right = await browser.send(login, as(member))
    const wrong = await browser.send(login, as({ ...member, name: '추측' }))
    expect(right.statusCode).toBe(403)
    expect(wrong.body).toBe(right.body)
    const names = ({ headers }: typeof right) => Object.keys(headers).toSorted()
    expect(names(wrong)).toEqual(names(right))
    expect(await codesTo(member)).toHaveLength(1)
  })

  test.each([1, 2])('right and wrong attempts do the same work, time %i', async (time) => {
    const member = await makeMember(app.db)
    await guess(member)
    const statementsOf = async (typed: Typed) => {
      for (let i = 1; i < time; i += 1) await browser.send(login, as(typed))
      const before = sent.statements
      await browser.refused(login, as(typed))
      return sent.statements - before
    }
    const rowsBefore = await app.db.selectFrom('attempts').selectAll().execute()
    const wrong = await statementsOf({ ...member, name: '추측' })
    expect(await statementsOf(member)).toBe(wrong)
    const rows = await app.db.selectFrom('attempts').selectAll().execute()
    expect(rows.length - rowsBefore.length, 'both write').toBe(2)
    expect(JSON.stringify(rows.slice(-2)), 'nobody can read whom').not.toContain('추측')
  })

  test('a code is mailed once a minute and five times an hour; the answer stays', async () => {
    const { member } = await makeMailed()
    const ask = async () => expect(await browser.refused(login, as(member))).toMatchObject(CODE_REQUIRED)
    await ask()
    expect(await codesTo(member)).toHaveLength(1)
    for (let i = 0; i < 6; i += 1) {
      app.passMinutes(1)
      await ask()
    }
    expect(await codesTo(member)).toHaveLength(5)
  })

  test("wrong names do not use up the member's codes", async () => {
    const member = await makeMember(app.db)
    await guess(member)
    for (let i = 0; i < 6; i += 1)
      expect(await app.client().refused(login, as({ ...member, name: `또${i}` }))).toMatchObject(
        CODE_REQUIRED,
      )
    await browser.refused(login, as(member))
    await browser.ok(login, as(member, await codeTo(member)))
  })

  test('any mistake beside a code is a failed login, and the fifth wrong code voids it', async () => {
    const { member, code } = await makeMailed()
    const other = await makeMember(app.db)
    const texts = new Set<string>()
    for (const wrong of [
      as(member, WRONG),
      as({ ...member, name: '추측' }, code),
      as({ ...member, phone: other.phone }, code),
      as(other, code),
      as({ ...member, phone: '010-0000-0000' }, WRONG),
    ]) {
      const refusal = await browser.refused(login, wrong)
      expect(refusal).toMatchObject(REFUSAL)
      texts.add(refusal.error)
    }
    expect(texts.size).toBe(1)
    for (let i = 0; i < 4; i += 1)
      expect(await browser.refused(login, as(member, WRONG))).toMatchObject(REFUSAL)
    expect(await browser.refused(login, as(member, code))).toMatchObject(REFUSAL)
  })

  test('four wrong codes do not void it, and others cannot void it without the name', async () => {
    const { member, code } = await makeMailed()
    for (let i = 0; i < 4; i += 1) await browser.refused(login, as(member, WRONG))
    for (let i = 0; i < 9; i += 1) await browser.refused(login, as({ ...member, name: '추측' }, WRONG))
    await browser.ok(login, as(member, code))
  })

  test('thirty guesses at once try five codes', async () => {
    const { member, code } = await makeMailed()
    const tries = Array.from({ length: 30 }, () => browser.send(login, as(member, WRONG)))
    await Promise.all(tries)
    const { wrong_tries } = await app.db
      .selectFrom('email_codes')
      .select('wrong_tries')
      .where('email', '=', member.email)
      .executeTakeFirstOrThrow()
    expect(wrong_tries).toBe(5)
    expect(await browser.refused(login, as(member, code))).toMatchObject(REFUSAL)
  })

  test('a code is good for ten minutes, until a newer one, and once', async () => {
    const { member, code } = await makeMailed()
    app.passMinutes(1)
    await browser.refused(login, as(member))
    expect(await browser.refused(login, as(member, code))).toMatchObject(REFUSAL)
    const newer = await codeTo(member)
    app.passMinutes(9.99)
    await browser.ok(login, as(member, newer))
    expect(await app.client().refused(login, as(member, newer))).toMatchObject(REFUSAL)
    const { member: late, code: old } = await makeMailed()
    app.passMinutes(10)
    expect(await browser.refused(login, as(late, old))).toMatchObject(REFUSAL)
  })

  test('a repeat of the request whose answer was lost signs in again', async () => {
    const { member, code } = await makeMailed()
    const send = (key: string) => app.client().send(login, as(member, code), { 'idempotency-key': key })
    expect((await send('lost')).statusCode).toBe(200)
    expect((await send('lost')).statusCode).toBe(200)
    expect((await send('another')).statusCode).toBe(401)
  })

  test('is void once the sessions of the member are ended', async () => {
    const { member, code } = await makeMailed()
    const client = app.client()
    const send = () => client.send(login, as(member, code), { 'idempotency-key': 'kept' })
    expect((await send()).statusCode).toBe(200)
    await endAllSessions(app.db, { member_id: member.id })
    expect((await send()).statusCode).toBe(401)
  })

  test('once sent, the mail keeps no code', async () => {
    const { member } = await makeMailed()
    await sendMails(app, async () => {})
    expect(await codesTo(member)).toMatchObject([{ facts: null }])
  })
})

describe('a login by e-mail code', () => {
  const ask = (email: string, client = browser) => client.ok(requestLoginCode, { body: { email } })

  test('lets in who mistyped phone and name when signing up', async () => {
    const member = await makeMember(app.db)
    await ask(member.email.toUpperCase())
    const { user_data } = await browser.ok(login, {
      body: { email: member.email, code: await codeTo(member) },
    })
    expect(user_data).toEqual(member)
    await browser.ok(getMyInfo, {})
  })

  test('answers unknown addresses in the same way, mails them nothing, and does the same work', async () => {
    const member = await makeMember(app.db)
    const asking = async (email: string) => {
      const before = sent.statements
      const answer = await browser.ok(requestLoginCode, { body: { email } })
      return { answer, statements: sent.statements - before }
    }
    expect(await asking('stranger@example.com')).toEqual(await asking(member.email))
    expect(await codesTo({ email: 'stranger@example.com' })).toEqual([])
    for (const email of ['stranger@example.com', member.email])
      expect(await browser.refused(requestLoginCode, { body: { email } })).toMatchObject({
        status: 429,
        fields: { email: '요청이 너무 많습니다. 1분 후에 다시 시도해주세요.' },
      })
  })

  test('is refused with a wrong code, an unknown address, and the code of a sign-up', async () => {
    const member = await makeMember(app.db)
    await ask(member.email)
    const code = await codeTo(member)
    for (const body of [
      { email: member.email, code: WRONG },
      { email: 'stranger@example.com', code },
    ])
      expect(await browser.refused(login, { body })).toMatchObject(REFUSAL)
    expect(await browser.refused(login, { body: { email: member.email } })).toMatchObject({
      status: 400,
      fields: { code: '인증번호를 입력해주세요.' },
    })
    await browser.ok(login, { body: { email: member.email, code } })
  })

  test('is not ended by codes typed at the sign-up', async () => {
    const member = await makeMember(app.db)
    await ask(member.email)
    const code = await codeTo(member)
    for (let i = 0; i < 6; i += 1)
      await browser.refused(verifyEmail, { body: { email: member.email, token: WRONG } })
    await browser.ok(login, { body: { email: member.email, code } })
  })

  test('of a stranger ends no code for the sign-up', async () => {
    const email = 'not-yet@example.com'
    await browser.ok(requestCode, { body: { email } })
    await ask(email)
    const mail = (await app.mails()).find(({ to_address }) => to_address === email)
    await browser.ok(verifyEmail, { body: { email, token: findCode(mail!.text)! } })
  })
})

describe('a hall of two thousand behind one address', () => {
  const HONEST = 2_000

  test('signs in while one phone there fails six hundred times, most without a code', async () => {
    const rows = Array.from({ length: HONEST }, (_, n) => n)
    const members = await app.db
      .insertInto('members')
      .values(
        rows.map((n) => ({
          name: `관람객${n}`,
          name_key: `관람객${n}`,
          email: `hall${n}@example.com`,
          phone: `010-4000-${String(n).padStart(4, '0')}`,
          company_name: '한빛전자',
          position: '과장',
          created_at: new Date(app.now()),
        })),
      )
      .returning(['name', 'email', 'phone'])
      .execute()
    // One phone tries invented people, members of whom it knows the number, and one name with many numbers.
    const numbers = (n: number) => (n % 3 === 0 ? members[n]!.phone : `010-41${n % 10}0-${1_000 + n}`)
    const attack = async () => {
      for (let n = 0; n < 20; n += 1)
        await app.client().send(login, as({ phone: `010-4900-${1_000 + n}`, name: members[7]!.name }))
      for (let n = 0; n < 600; n += 1)
        await app.client().send(login, as({ phone: numbers(n), name: `아무개${n}` }))
    }
    let coded = 0
    const enter = async (member: (typeof members)[number], n: number) => {
      const phone = app.client()
      if (n % 10 === 0) await phone.send(login, as({ ...member, name: `${member.name}ㅣ` }))
      const first = await phone.send(login, as(member))
      if (first.statusCode === 200) return
      expect(first.statusCode).toBe(403)
      coded += 1
      await phone.ok(login, as(member, await codeTo(member)))
    }
    await attack()
    const attacking = attack()
    for (let begin = 0; begin < HONEST; begin += 20)
      await Promise.all(members.slice(begin, begin + 20).map((member, i) => enter(member, begin + i)))
    await attacking
    expect(coded).toBeLessThan(HONEST / 20)
    app.passMinutes(1)
    const late = members[7]!
    expect(await app.client().refused(login, as(late)), 'his name was tried').toMatchObject(CODE_REQUIRED)
    await app.client().ok(login, as(late, await codeTo(late)))
  }, 60_000)
})
