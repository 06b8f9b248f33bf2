import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { confirmation, id } from './field.ts'

export const OWN_DATA = 'application/json'

export const downloadMyData = endpoint({
  audience: 'member',
  path: '/api/user/my-data/',
  summary: 'Everything that is kept of the signed-in member, as a JSON file',
  response: z.file().check(z.mime([OWN_DATA])),
  errors: ['too_many_requests'],
})

export const requestErasure = endpoint({
  audience: 'member',
  method: 'POST',
  path: '/api/user/my-erasure/',
  summary: 'Mail the signed-in member the link with which the account can be erased within an hour',
  response: confirmation,
  errors: ['too_many_requests'],
})

export const ERASURE_LINK_TEXT = '링크가 올바르지 않거나 유효 시간이 지났습니다. 확인 메일을 다시 받아주세요.'
export const ERASURE_CHANGED_TEXT = '그 사이 예약이 변경되었습니다. 취소될 예약을 다시 확인해주세요.'

/** From the mailed link. */
const token = z.string().check(z.minLength(1), z.maxLength(200))

/** POST keeps the token out of addresses. */
export const checkErasureLink = endpoint({
  audience: 'member',
  method: 'POST',
  path: '/api/user/my-erasure/check/',
  summary: 'Whether the mailed link would erase the signed-in member; it is not used up',
  body: z.object({ token }),
  response: confirmation,
  secret: true,
  errors: ['invalid_code', 'too_many_requests'],
})

export const eraseMyAccount = endpoint({
  audience: 'member',
  method: 'DELETE',
  path: '/api/user/my-erasure/',
  summary:
    'Erase the signed-in member for good: cancels the active reservations, which `cancels` must name, ends all sessions, and erases the personal data of member and visitors',
  body: z.object({
    token,
    cancels: z.array(id).check(z.maxLength(9_999)),
  }),
  response: confirmation,
  secret: true,
  errors: ['invalid_code', 'changed_meanwhile', 'too_many_requests'],
})
