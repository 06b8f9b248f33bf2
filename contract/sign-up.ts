// Separate from the login, which most phones use without signing up.
import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { confirmation, email, line, memberPhone } from './field.ts'
import { mailedCode as code } from './mailed-code.ts'
import { member } from './member.ts'

export const requestCode = endpoint({
  audience: 'public',
  method: 'POST',
  path: '/api/user/register/',
  summary: 'Sign-up, step 1: mail a verification code',
  body: z.object({ email }),
  response: confirmation,
  errors: ['email_exists', 'too_many_requests'],
})

export const verifyEmail = endpoint({
  audience: 'public',
  method: 'POST',
  path: '/api/user/verify-email/',
  summary: 'Sign-up, step 2: prove the e-mail address with the mailed code',
  body: z.object({ email, token: code }),
  response: confirmation,
  errors: ['invalid_code', 'too_many_requests'],
})

export const completeRegistration = endpoint({
  audience: 'public',
  method: 'POST',
  path: '/api/user/complete-registration/',
  summary: 'Sign-up, step 3: create the member',
  body: z.object({
    email,
    verificationCode: code,
    name: line('이름을 입력해주세요.'),
    phone: memberPhone,
    company_name: line('회사명을 입력해주세요.'),
    position: line('직책을 입력해주세요.'),
  }),
  response: z.extend(confirmation, { user: member }),
  status: 201,
  errors: ['invalid_code', 'email_exists', 'phone_exists', 'too_many_requests'],
})
