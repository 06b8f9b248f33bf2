import * as z from 'zod/mini'
import { ROLES } from '../../domain/role.ts'
import { endpoint } from '../endpoint.ts'
import { confirmation, id, line } from '../field.ts'

export const adminLogin = endpoint({
  audience: 'public',
  method: 'POST',
  path: '/api/admin/login/',
  summary:
    'Sign in to the administrator center; sets the session and csrftoken cookies. An account with a second factor is refused with `second_factor_required` once the password is right: the same call with `code`, of the authenticator app or a recovery code, signs in',
  body: z.object({
    name: line('아이디를 입력해주세요.'),
    password: z
      .string('비밀번호를 입력해주세요.')
      .check(z.minLength(1, '비밀번호를 입력해주세요.'), z.maxLength(500, '비밀번호가 너무 깁니다.')),
    code: z.optional(line('코드를 입력해주세요.', 20)),
  }),
  audit: {},
  response: z.extend(confirmation, {
    admin: z.object({ id, name: z.string(), role: z.enum(ROLES) }),
    /** Only after login by recovery code. */
    recovery_codes_left: z.optional(z.int()),
    /** Only if a colleague chose the password. */
    must_change_password: z.optional(z.literal(true)),
    /** Only if a second factor must be set up first. */
    must_set_up_second_factor: z.optional(z.literal(true)),
  }),
  errors: ['login_failed', 'second_factor_required', 'second_factor_failed', 'too_many_requests'],
})

export const adminLogout = endpoint({
  role: 'desk',
  method: 'POST',
  path: '/api/admin/logout/',
  summary: 'End the administrator session',
  audit: {},
  response: confirmation,
  beforeSetUp: 'password',
})
