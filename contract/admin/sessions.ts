import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { confirmation } from '../field.ts'
import { session } from '../sessions.ts'

export const listAdminSessions = endpoint({
  role: 'desk',
  path: '/api/admin/sessions/',
  summary: 'The sessions of the own account, the current one first',
  response: z.array(session),
})

export const endAdminSession = endpoint({
  role: 'desk',
  method: 'DELETE',
  path: '/api/admin/sessions/{id}/',
  summary: 'End one session of the own account',
  audit: { target: 'session' },
  response: confirmation,
})

export const endOtherAdminSessions = endpoint({
  role: 'desk',
  method: 'DELETE',
  path: '/api/admin/sessions/',
  summary: 'End all sessions of the own account except the current one',
  audit: {},
  response: confirmation,
})

export const endMemberSessions = endpoint({
  role: 'manager',
  method: 'DELETE',
  path: '/api/admin/users/{id}/sessions/',
  summary: 'End all sessions of a member, with the push notifications and the calendar link',
  audit: { target: 'user' },
  response: confirmation,
})
