import * as z from 'zod/mini'
import { ADMIN_NAME, adminNameFault, type AdminNameFault } from '../../domain/admin-name.ts'
import { PASSWORD_MAX, PASSWORD_MIN, passwordFault, type PasswordFault } from '../../domain/password.ts'
import { ROLES } from '../../domain/role.ts'
import { endpoint } from '../endpoint.ts'
import { confirmation, id, line, textOrNull } from '../field.ts'

const LONG_TEXT = '비밀번호가 너무 깁니다.'

export const PASSWORD_FAULT_TEXT: Readonly<Record<PasswordFault, string>> = {
  short: `비밀번호는 ${PASSWORD_MIN}자 이상이어야 합니다.`,
  long: LONG_TEXT,
  repeated: '같은 문자만 반복한 비밀번호는 사용할 수 없습니다.',
  common: '널리 쓰이는 비밀번호입니다. 다른 비밀번호를 입력해주세요.',
  name: '계정, 행사 또는 서비스의 이름은 비밀번호로 사용할 수 없습니다.',
}

const ADMIN_NAME_FAULT_TEXT: Readonly<Record<AdminNameFault, string>> = {
  length: `아이디는 ${ADMIN_NAME.min}자 이상 ${ADMIN_NAME.max}자 이하로 입력해주세요.`,
  letters: '아이디에는 문자, 숫자, 공백, 마침표(.), 붙임표(-)만 사용할 수 있습니다.',
  mixed: '서로 다른 문자 체계(로마자와 키릴·그리스 문자)를 섞어 쓸 수 없습니다.',
  ours: '서비스에서 사용하는 이름입니다. 다른 아이디를 입력해주세요.',
}

const withoutFault = <Fault extends string>(
  faultOf: (text: string) => Fault | null,
  texts: Readonly<Record<Fault, string>>,
) =>
  z.refine<string>((text) => faultOf(text) === null, {
    error: ({ input }) => texts[faultOf(String(input))!],
  })

// Passwords are not trimmed. The server also knows common ones and the event's name.
const newPassword = z
  .string(PASSWORD_FAULT_TEXT.short)
  .check(withoutFault((text) => passwordFault(text), PASSWORD_FAULT_TEXT))
const CURRENT_TEXT = '현재 비밀번호를 입력해주세요.'

/** Asked again before changes that a stranger at an open screen must not make. */
export const currentPassword = z
  .string(CURRENT_TEXT)
  .check(z.minLength(1, CURRENT_TEXT), z.maxLength(PASSWORD_MAX, LONG_TEXT))

const role = z.enum(ROLES)

export const adminAccount = z.object({
  id,
  name: z.string(),
  role,
  created_at: z.string(),
  last_login_at: textOrNull,
  has_second_factor: z.boolean(),
  /** False for an account of single sign-on, whose role follows its groups. */
  has_password: z.boolean(),
})
export type AdminAccount = z.output<typeof adminAccount>

export const myAdmin = z.object({
  id,
  name: z.string(),
  role,
  /** Null without one. */
  second_factor: z.nullable(z.object({ recovery_codes_left: z.int() })),
  /** Accounts of single sign-on need none. */
  second_factor_required: z.boolean(),
  has_password: z.boolean(),
  /** A colleague chose the password. */
  must_change_password: z.boolean(),
})
export type MyAdmin = z.output<typeof myAdmin>

export const listAdmins = endpoint({
  role: 'owner',
  path: '/api/admin/admins/',
  summary: 'The administrator accounts',
  response: z.array(adminAccount),
})

export const getMyAdmin = endpoint({
  role: 'desk',
  path: '/api/admin/my-info/',
  summary: 'The signed-in administrator',
  response: myAdmin,
  beforeSetUp: 'password',
})

export const addAdmin = endpoint({
  role: 'owner',
  confirmed: true,
  method: 'POST',
  path: '/api/admin/admins/',
  summary: 'Add an administrator, an owner unless a role is given; names differ in more than letter case',
  body: z.object({
    name: line('아이디를 입력해주세요.').check(withoutFault(adminNameFault, ADMIN_NAME_FAULT_TEXT)),
    password: newPassword,
    role: z.optional(role),
  }),
  audit: { target: 'admin', keeps: ['name', 'admin.role'] },
  response: z.extend(confirmation, { admin: adminAccount }),
  status: 201,
  errors: ['admin_exists'],
})

export const changeRole = endpoint({
  role: 'owner',
  confirmed: true,
  method: 'PATCH',
  path: '/api/admin/admins/{id}/',
  summary: "Change an administrator's role; there is always an owner",
  body: z.object({ role }),
  audit: { target: 'admin', keeps: ['admin.name', 'role'] },
  response: z.extend(confirmation, { admin: adminAccount }),
  errors: ['last_owner'],
})

/** A thing that works on after its maker's account is deleted. */
const madeThing = z.object({
  kind: z.enum(['api_token', 'webhook', 'day_sheet_link', 'calendar_link']),
  id,
  /** A link is named by its docent or room. */
  name: z.string(),
})
export type MadeThing = z.output<typeof madeThing>

export const listMadeBy = endpoint({
  role: 'owner',
  path: '/api/admin/admins/{id}/made/',
  summary: 'The API tokens, webhooks and public links that an administrator made and that still work',
  response: z.array(madeThing),
})

export const deleteAdmin = endpoint({
  role: 'owner',
  confirmed: true,
  method: 'DELETE',
  path: '/api/admin/admins/{id}/',
  summary:
    'Delete an administrator and end the sessions, with `revoke` also the tokens, webhooks and links that the account made; the last owner stays',
  body: z.optional(z.object({ revoke: z.optional(z.boolean()) })),
  audit: { target: 'admin', keeps: ['admin.name', 'revoke'] },
  response: z.extend(confirmation, { admin: adminAccount }),
  errors: ['last_owner'],
})

export const changePassword = endpoint({
  role: 'desk',
  method: 'POST',
  path: '/api/admin/password/',
  summary: "Change one's own password; all other sessions of the account end",
  body: z.object({
    current_password: currentPassword,
    new_password: newPassword,
  }),
  beforeSetUp: 'password',
  audit: {},
  response: confirmation,
  errors: ['invalid_input', 'too_many_requests'],
})

export const confirm = endpoint({
  role: 'desk',
  method: 'POST',
  path: '/api/admin/confirm/',
  summary:
    'Confirm this session for ten minutes by the password or a code of the second factor, as a login does; some calls require it',
  body: z
    .object({
      password: z.optional(currentPassword),
      code: z.optional(line('코드를 입력해주세요.', 20)),
    })
    .check(
      z.refine(({ password, code }) => (password === undefined) !== (code === undefined), {
        error: CURRENT_TEXT,
        path: ['password'],
      }),
    ),
  audit: {},
  response: confirmation,
  errors: ['wrong_password', 'too_many_requests'],
  secret: true,
})
