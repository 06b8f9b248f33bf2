import * as z from 'zod/mini'
import { isCompletePhone } from '../domain/phone.ts'
import { endpoint } from './endpoint.ts'
import { confirmation, email, line, phone, PHONE_TEXT } from './field.ts'
import { CODE_MISSING_TEXT, mailedCode } from './mailed-code.ts'
import { member } from './member.ts'

const PHONE_MISSING_TEXT = '전화번호를 입력해주세요.'
const NAME_MISSING_TEXT = '이름을 입력해주세요.'

const anyPhone = phone(PHONE_MISSING_TEXT).check(z.minLength(1, PHONE_MISSING_TEXT))
const name = line(NAME_MISSING_TEXT)

const PATH = '/api/user/login/'

type Given = Partial<Record<'phone' | 'name' | 'email' | 'code', unknown>> | null | undefined

const isByEmail = (given: Given) => given?.phone === undefined && given?.email !== undefined

const required = (path: keyof NonNullable<Given>, error: string, ofEmail: boolean) =>
  z.refine<Given>((given) => given?.[path] !== undefined || isByEmail(given) !== ofEmail, {
    path: [path],
    error,
    // Checked despite other errors, to report all at once.
    when: () => true,
  })

export const login = endpoint({
  audience: 'public',
  method: 'POST',
  path: PATH,
  summary:
    'Sign in with phone and name, after too many failures also with the code that was mailed, or with e-mail and code; sets the session cookie',
  body: z
    .object({
      phone: z.optional(anyPhone.check(z.maxLength(20, PHONE_TEXT))),
      name: z.optional(name),
      email: z.optional(email),
      code: z.optional(mailedCode),
    })
    .check(
      required('phone', PHONE_MISSING_TEXT, false),
      required('name', NAME_MISSING_TEXT, false),
      required('code', CODE_MISSING_TEXT, true),
    ),
  response: z.extend(confirmation, { user_data: member }),
  errors: ['login_failed', 'code_required'],
})

/** Without the schema, which the first visit need not load. */
const call: Partial<typeof login> = { audience: 'public', method: 'POST', path: PATH }
export const loginCall = call as typeof login

/** Unknown and incomplete phones share one answer. */
export const loginForm = z.object({
  phone: anyPhone.check(z.refine(isCompletePhone, PHONE_TEXT)),
  name,
})
