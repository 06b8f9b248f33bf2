import { describe, expect, test } from 'vitest'
import { problems } from '../test/problems.ts'
import { adminLogin } from './admin/login.ts'
import { login, loginForm } from './login.ts'
import { completeRegistration, requestCode, verifyEmail } from './sign-up.ts'

const registration = {
  email: 'hana@example.com',
  verificationCode: 'ab2c3d',
  name: '김하나',
  phone: '01012345678',
  company_name: '한빛',
  position: '과장',
}

describe('signing up', () => {
  test('normalises input for comparison', () => {
    const sent = { ...registration, email: ' Hana@Example.com ', name: ' 김하나 ' }
    expect(completeRegistration.body!.parse(sent)).toEqual({
      ...registration,
      verificationCode: 'AB2C3D',
      phone: '010-1234-5678',
    })
  })

  test('cannot set a tier: unknown fields are dropped', () => {
    const sent = { ...registration, id: 1, is_vip: true, is_vvip: true }
    expect(Object.keys(completeRegistration.body!.parse(sent)).toSorted()).toEqual(
      Object.keys(registration).toSorted(),
    )
  })

  test('an empty form names every field', () => {
    expect(problems(completeRegistration.body!, {})).toEqual({
      email: '이메일을 입력해주세요.',
      verificationCode: '인증번호를 입력해주세요.',
      name: '이름을 입력해주세요.',
      phone: '올바른 전화번호 형식이 아닙니다.',
      company_name: '회사명을 입력해주세요.',
      position: '직책을 입력해주세요.',
    })
  })

  test.each([
    ['phone', '01112345678', '올바른 전화번호 형식이 아닙니다.'],
    ['email', ' ', '이메일을 입력해주세요.'],
    ['email', 'hana', '올바른 이메일 형식이 아닙니다.'],
    ['name', '   ', '이름을 입력해주세요.'],
    ['company_name', '가'.repeat(101), '100자 이하로 입력해주세요.'],
    ['position', '과\n장', '사용할 수 없는 문자가 포함되어 있습니다.'],
    ['verificationCode', 'AB2C3D4', '인증번호는 6자리입니다.'],
    ['verificationCode', 'AB2-C3D 4', '인증번호는 6자리입니다.'],
    ['verificationCode', ' -\n', '인증번호를 입력해주세요.'],
    ['phone', '+82 10 1234 56789', '올바른 전화번호 형식이 아닙니다.'],
    ['phone', '+82 2 123 4567', '올바른 전화번호 형식이 아닙니다.'],
  ])('%s: %j', (field, value, text) => {
    expect(problems(completeRegistration.body!, { ...registration, [field]: value })).toEqual({
      [field]: text,
    })
  })

  test.each([' ab2c3d ', 'AB2 C3D', 'ab2-c3d', 'A B 2 C 3 D\n'])(
    'a code may be typed or pasted as %j',
    (token) => {
      const sent = { email: 'hana@example.com', token }
      expect(verifyEmail.body!.parse(sent).token).toBe('AB2C3D')
    },
  )

  test.each(['+82 10 1234 5678', '0082 10-1234-5678', '+821012345678'])(
    'a phone may be written %s',
    (phone) => {
      expect(completeRegistration.body!.parse({ ...registration, phone }).phone).toBe('010-1234-5678')
      expect(login.body!.parse({ phone, name: '김하나' }).phone).toBe('010-1234-5678')
    },
  )

  test('requesting a code needs an e-mail address', () => {
    expect(problems(requestCode.body!, {})).toEqual({ email: '이메일을 입력해주세요.' })
    expect(problems(requestCode.body!, { email: 'hana@example.com' })).toEqual({})
  })
})

describe('signing in', () => {
  test.each([
    ['both', { phone: '010-1234-5678', name: '김하나' }, {}],
    ['no phone', { phone: ' ', name: '김하나' }, { phone: '전화번호를 입력해주세요.' }],
    ['no name', { phone: '010-1234-5678', name: '' }, { name: '이름을 입력해주세요.' }],
    ['nothing', {}, { phone: '전화번호를 입력해주세요.', name: '이름을 입력해주세요.' }],
  ])('as a member: %s', (_what, body, expected) => {
    expect(problems(login.body!, body)).toEqual(expected)
    expect(problems(loginForm, body)).toEqual(expected)
  })

  test.each([
    [{ email: 'hana@example.com', code: ' ab2-c3d ' }, {}],
    [{ email: 'hana@example.com' }, { code: '인증번호를 입력해주세요.' }],
    [
      { email: 'hana', code: 'AB2C3D4' },
      { email: '올바른 이메일 형식이 아닙니다.', code: '인증번호는 6자리입니다.' },
    ],
    [{ phone: '010-1234-5678', name: '김하나', code: 'ab2c3d' }, {}],
    [{ phone: '010-1234-5678', name: '김하나', email: 'hana@example.com' }, {}],
    [{ phone: '010-1234-5678', email: 'hana@example.com' }, { name: '이름을 입력해주세요.' }],
  ])('with a code, or by phone although the address is there: %j', (body, expected) => {
    expect(problems(login.body!, body)).toEqual(expected)
  })

  test.each(['010-1234-567', '0', '+82 10 1234 567', '02-123-4567'])(
    'half a phone number, %s, is not even sent',
    (phone) => {
      expect(problems(loginForm, { phone, name: '' })).toEqual({
        phone: '올바른 전화번호 형식이 아닙니다.',
        name: '이름을 입력해주세요.',
      })
    },
  )

  test.each([
    ['both', { name: 'admin', password: ' with spaces ' }, {}],
    ['no name', { name: '', password: 'x' }, { name: '아이디를 입력해주세요.' }],
    ['no password', { name: 'admin', password: '' }, { password: '비밀번호를 입력해주세요.' }],
    ['nothing', {}, { name: '아이디를 입력해주세요.', password: '비밀번호를 입력해주세요.' }],
  ])('as an administrator: %s', (_what, body, expected) => {
    expect(problems(adminLogin.body!, body)).toEqual(expected)
  })

  test('passwords keep their spaces', () => {
    expect(adminLogin.body!.parse({ name: 'admin', password: ' a b ' }).password).toBe(' a b ')
  })
})
