import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'

export const getSignOn = endpoint({
  audience: 'public',
  path: '/api/public/sign-on/',
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
