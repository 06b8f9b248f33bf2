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
  response: z.object({
    message: z.string(),
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

export const getSignOn = endpoint({
  audience: 'public',
  method: 'GET',
  path: '/api/admin/login/',
  summary: 'Whether administrators can also sign in through an identity provider',
  /** Null without one. */
  response: z.object({ single_sign_on: z.nullable(z.object({ button: z.string() })) }),
  shared: true,
})

/** Browsers go there: it leads to the identity provider, which leads back. */
export const SIGN_ON_PATH = '/api/admin/sso/'

/** `sso` of the login's address after a failure. */
export const SIGN_ON_FAILURES = {
  too_many: '요청이 너무 많습니다. 잠시 후 다시 시도해주세요.',
  unavailable: '통합 로그인 서비스가 응답하지 않습니다. 비밀번호로 로그인하거나 잠시 후 다시 시도해주세요.',
  refused: '통합 로그인이 거절되었습니다. 다시 시도하거나 비밀번호로 로그인해주세요.',
  failed: '통합 로그인을 마치지 못했습니다. 다시 시도하거나 비밀번호로 로그인해주세요.',
  no_role: '이 계정은 관리자 그룹에 속해 있지 않습니다. 통합 로그인 담당자에게 문의해주세요.',
  last_owner:
    '마지막 소유자인데 소유자 그룹에 속해 있지 않습니다. 다른 소유자가 로그인한 뒤 다시 시도해주세요.',
  other_account: '지금 로그인한 관리자와 다른 계정입니다. 같은 계정으로 다시 로그인해주세요.',
} as const

export type SignOnFailure = keyof typeof SIGN_ON_FAILURES

export const adminLogout = endpoint({
  role: 'desk',
  method: 'POST',
  path: '/api/admin/logout/',
  summary: 'End the administrator session',
  audit: {},
  response: confirmation,
  beforeSetUp: 'password',
})
