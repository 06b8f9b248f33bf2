import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { id } from '../field.ts'
import { pageOf, pageQuery } from '../page.ts'

const auditEntry = z.object({
  id,
  at: z.string(),
  admin: z.string(),
  /** Method and path of the call. */
  action: z.string(),
  /** What it was done to, such as `docent 7`; null when that is not one thing. */
  target: z.nullable(z.string()),
  summary: z.string(),
  /** Chosen parts of input and answer, none of which names a visitor or member. */
  details: z.string(),
})
export type AuditEntry = z.output<typeof auditEntry>

export const listAudit = endpoint({
  audience: 'admin',
  method: 'GET',
  path: '/api/admin/audit/',
  summary: 'What administrators have done, in pages of 50, the newest first',
  query: z.object(pageQuery),
  response: pageOf(auditEntry),
})
