// Separate from sign-up and login, which signed-in browsers need not load.
import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { confirmation, id, tierFlags } from './field.ts'

export const member = z.object({
  id,
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  company_name: z.string(),
  position: z.string(),
  ...tierFlags,
})
export type Member = z.output<typeof member>

export const logout = endpoint({
  audience: 'member',
  method: 'POST',
  path: '/api/user/logout/',
  summary: 'End the session',
  response: confirmation,
})

export const getMyInfo = endpoint({
  audience: 'member',
  path: '/api/user/my-info/',
  summary: "The signed-in member's own record",
  response: member,
})
