// Separate from the login, which most phones use without a code.
import * as z from 'zod/mini'
import { latinKeys } from '../domain/hangul-keys.ts'
import { CODE_LENGTH } from '../domain/verification-code.ts'
import { endpoint } from './endpoint.ts'
import { confirmation, email } from './field.ts'
import { loginForm } from './login.ts'
import { CODE_LENGTH_TEXT, mailedCode } from './mailed-code.ts'

// An incomplete code would cost a try.
const code = mailedCode.check(
  z.overwrite(latinKeys),
  z.toUpperCase(),
  z.minLength(CODE_LENGTH, CODE_LENGTH_TEXT),
)

export const phoneCodeForm = z.object({ ...loginForm.shape, code })
export const emailCodeForm = z.object({ email, code })

export const requestLoginCode = endpoint({
  audience: 'public',
  method: 'POST',
  path: '/api/user/login-code/',
  summary: 'Mail a code for signing in with e-mail and code; unknown addresses get the same answer',
  body: z.object({ email }),
  response: confirmation,
  errors: ['too_many_requests'],
})
