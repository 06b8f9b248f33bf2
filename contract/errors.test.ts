import { describe, expect, test } from 'vitest'
import { ERRORS } from './errors.ts'
import { errorBody } from './field.ts'

const rows = Object.entries(ERRORS).map(([code, { status, text }]) => [code, status, text] as const)

/** The status that the name of a code promises. */
const STATUS_OF_NAME: [RegExp, number][] = [
  [/^invalid_transition$/, 409],
  [/^invalid_/, 400],
  [/^(not_authenticated|login_failed|wrong_password|second_factor_(required|failed))$/, 401],
  [
    /^(csrf_failed|cross_site|tier_required|role_required|confirmation_required|password_change_required|second_factor_setup_required)$/,
    403,
  ],
  [/(^|_)not_found$|^no_/, 404],
  [/^method_not_allowed$/, 405],
  [/_timeout$/, 408],
  [/_(exists|taken|overlap)$|^past_time$|_over$|^second_factor_missing$|^too_many_reservations$/, 409],
  [/_too_large$/, 413],
  [/^unsupported_/, 415],
  [/^idempotency_mismatch$/, 422],
  [/^too_many_requests$/, 429],
  [/^internal$/, 500],
  [/^(not_ready|overloaded)$/, 503],
]

describe('each error', () => {
  test.each(rows)('%s answers %i and says: %s', (code, status, text) => {
    expect(code).toMatch(/^[a-z]+(_[a-z]+)*$/)
    const promised = STATUS_OF_NAME.find(([name]) => name.test(code))
    expect(status).toBe(promised?.[1] ?? status)
    expect([400, 401, 403, 404, 405, 408, 409, 413, 415, 422, 429, 500, 503]).toContain(status)
    expect(text).toBe(text.trim())
    // The screens recognise this one text, which is English.
    if (code !== 'email_exists') expect(text).toMatch(/^(?=.*\p{Script=Hangul}).*\.$/u)
  })

  test.each([
    ['email_exists', 'Email already exists'],
    ['phone_exists', '이미 등록된 전화번호입니다.'],
    ['date_exists', '이미 등록된 날짜입니다.'],
    ['slot_overlap', '이미 등록된 시간과 겹칩니다.'],
    ['invalid_code', '인증번호가 올바르지 않습니다.'],
    ['slot_taken', '이미 예약되었거나 예약할 수 없는 시간입니다.'],
    ['tier_required', 'VIP 회원만 예약할 수 있습니다.'],
    ['no_schedule_data', '설정된 행사기간이 아닙니다.'],
  ] as const)('%s says what the screens show', (code, text) => {
    expect(ERRORS[code].text).toBe(text)
  })

  test('has a known code and a text in its body', () => {
    const body = { code: 'slot_taken', error: '텍스트', message: '텍스트' }
    expect(errorBody.safeParse(body).success).toBe(true)
    expect(errorBody.safeParse({ ...body, fields: { 'visitor.phone': '텍스트' } }).success).toBe(true)
    expect(errorBody.safeParse({ ...body, code: 'unheard_of' }).success).toBe(false)
    expect(errorBody.safeParse({ code: 'slot_taken' }).success).toBe(false)
  })
})
