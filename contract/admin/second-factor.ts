import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { confirmation, line } from '../field.ts'
import { adminAccount, currentPassword, myAdmin } from './accounts.ts'

const APP_CODE_TEXT = '인증 앱의 6자리 코드를 입력해주세요.'

const recoveryCodes = z.extend(confirmation, {
  /** Shown once; only hashes are stored. */
  recovery_codes: z.array(z.string()),
  admin: myAdmin,
})

export const offerSecondFactor = endpoint({
  role: 'desk',
  path: '/api/admin/second-factor/offer/',
  summary:
    'A new key for an authenticator app, as text and as the address of a QR code; stored once confirmed',
  response: z.object({
    key: z.string(),
    url: z.string(),
    /** The key, sealed for this account. */
    offer: z.string(),
  }),
  secret: true,
  beforeSetUp: 'second_factor',
})

export const setUpSecondFactor = endpoint({
  role: 'desk',
  method: 'POST',
  path: '/api/admin/second-factor/',
  summary:
    "Confirm an offered key with a code of the app and the caller's password: from then on each login of the account needs a code, and its other sessions end. Answers ten recovery codes, only once",
  body: z.object({
    offer: line('인증 앱에 키를 다시 등록해주세요.', 500),
    code: line(APP_CODE_TEXT, 20),
    password: currentPassword,
  }),
  audit: { target: 'admin' },
  response: recoveryCodes,
  errors: ['second_factor_exists', 'too_many_requests'],
  secret: true,
  beforeSetUp: 'second_factor',
})

export const renewRecoveryCodes = endpoint({
  role: 'desk',
  confirmed: true,
  method: 'POST',
  path: '/api/admin/second-factor/recovery-codes/',
  summary: 'Make ten new recovery codes in place of those that are left',
  audit: { target: 'admin' },
  response: recoveryCodes,
  errors: ['second_factor_missing'],
  secret: true,
})

export const removeSecondFactor = endpoint({
  role: 'desk',
  confirmed: true,
  method: 'DELETE',
  path: '/api/admin/second-factor/',
  summary: "Take the second factor off one's own account, with its recovery codes",
  audit: { target: 'admin' },
  response: z.extend(confirmation, { admin: myAdmin }),
  errors: ['second_factor_missing'],
})

export const removeSecondFactorOf = endpoint({
  role: 'owner',
  confirmed: true,
  method: 'DELETE',
  path: '/api/admin/admins/{id}/second-factor/',
  summary: "Take the second factor off a colleague's account, who has lost the phone",
  audit: { target: 'admin', keeps: ['admin.name'] },
  response: z.extend(confirmation, { admin: adminAccount }),
  errors: ['second_factor_missing'],
})

export const requireSecondFactor = endpoint({
  role: 'owner',
  confirmed: true,
  method: 'PUT',
  path: '/api/admin/second-factor/requirement/',
  summary:
    'Set whether all administrators need a second factor; the caller must have one. Those without can do nothing else before they set one up',
  body: z.object({ second_factor_required: z.boolean('켜거나 꺼주세요.') }),
  audit: { keeps: ['second_factor_required'] },
  response: confirmation,
  errors: ['second_factor_missing'],
})
