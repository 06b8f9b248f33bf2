import * as z from 'zod/mini'
import { isCompletePhone } from '../domain/phone.ts'
import { endpoint } from './endpoint.ts'
import { line, phone, PHONE_TEXT } from './field.ts'
import { member } from './member.ts'

const anyPhone = phone('전화번호를 입력해주세요.').check(
  z.minLength(1, '전화번호를 입력해주세요.'),
  z.maxLength(20, PHONE_TEXT),
)
const name = line('이름을 입력해주세요.')

export const login = endpoint({
  audience: 'public',
  method: 'POST',
  path: '/api/user/login/',
  summary: 'Sign in with phone and name; sets the session cookie',
  body: z.object({ phone: anyPhone, name }),
  response: z.object({ message: z.string(), user_data: member }),
  errors: ['login_failed', 'too_many_requests'],
})

/** Unknown and incomplete phones share one answer. */
export const loginForm = z.object({
  phone: anyPhone.check(z.refine(isCompletePhone, PHONE_TEXT)),
  name,
})
