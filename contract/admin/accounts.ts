import * as z from 'zod/mini'
import { ROLES } from '../../domain/role.ts'
import { endpoint } from '../endpoint.ts'
import { confirmation, id, idText, line } from '../field.ts'

/** Characters. */
export const PASSWORD_MIN = 12
export const PASSWORD_MAX = 500
const SHORT_TEXT = `비밀번호는 ${PASSWORD_MIN}자 이상이어야 합니다.`
const LONG_TEXT = '비밀번호가 너무 깁니다.'

// Passwords are not trimmed.
const newPassword = z
  .string(SHORT_TEXT)
  .check(z.minLength(PASSWORD_MIN, SHORT_TEXT), z.maxLength(PASSWORD_MAX, LONG_TEXT))
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
  last_login_at: z.nullable(z.string()),
  has_second_factor: z.boolean(),
})
export type AdminAccount = z.output<typeof adminAccount>

export const myAdmin = z.object({
  id,
  name: z.string(),
  role,
  /** Null without one. */
  second_factor: z.nullable(z.object({ recovery_codes_left: z.int() })),
  second_factor_required: z.boolean(),
})
export type MyAdmin = z.output<typeof myAdmin>

export const listAdmins = endpoint({
  audience: 'admin',
  role: 'owner',
  method: 'GET',
  path: '/api/admin/admins/',
  summary: 'The administrator accounts',
  response: z.array(adminAccount),
})

export const getMyAdmin = endpoint({
  audience: 'admin',
  role: 'desk',
  method: 'GET',
  path: '/api/admin/my-info/',
  summary: 'The signed-in administrator',
  response: myAdmin,
  beforeSetUp: true,
})

export const addAdmin = endpoint({
  audience: 'admin',
  role: 'owner',
  method: 'POST',
  path: '/api/admin/admins/',
  summary: 'Add an administrator, an owner unless a role is given; names differ in more than letter case',
  body: z.object({
    name: line('아이디를 입력해주세요.'),
    password: newPassword,
    role: z.optional(role),
  }),
  audit: { target: 'admin', keeps: ['name', 'admin.role'] },
  response: z.object({ message: z.string(), admin: adminAccount }),
  status: 201,
  errors: ['admin_exists'],
})

export const changeRole = endpoint({
  audience: 'admin',
  role: 'owner',
  method: 'PATCH',
  path: '/api/admin/admins/{id}/',
  summary: "Change an administrator's role; there is always an owner",
  params: z.object({ id: idText }),
  body: z.object({ role }),
  audit: { target: 'admin', keeps: ['admin.name', 'role'] },
  response: z.object({ message: z.string(), admin: adminAccount }),
  errors: ['not_found', 'last_owner'],
})

export const deleteAdmin = endpoint({
  audience: 'admin',
  role: 'owner',
  method: 'DELETE',
  path: '/api/admin/admins/{id}/',
  summary: 'Delete an administrator and end the sessions; the last owner stays',
  params: z.object({ id: idText }),
  audit: { target: 'admin', keeps: ['admin.name'] },
  response: z.object({ message: z.string(), admin: adminAccount }),
  errors: ['not_found', 'last_owner'],
})

export const changePassword = endpoint({
  audience: 'admin',
  role: 'desk',
  method: 'POST',
  path: '/api/admin/password/',
  summary: "Change one's own password; all other sessions of the account end",
  body: z.object({
    current_password: currentPassword,
    new_password: newPassword,
  }),
  audit: {},
  response: confirmation,
  errors: ['invalid_input', 'too_many_requests'],
})
