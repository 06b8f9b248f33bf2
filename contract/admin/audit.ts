import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { id, idText, textOrNull } from '../field.ts'
import { pageOf, pageQuery } from '../page.ts'

const auditEntry = z.object({
  id,
  at: z.string(),
  /** 0 if no account: the server, a member, or an unknown name. */
  admin_id: z.int(),
  admin: z.string(),
  /** Method and path. */
  action: z.string(),
  /** Such as `docent 7`; null unless exactly one thing changed. */
  target: textOrNull,
  /** Its present name and search text; null once deleted. */
  subject: z.nullable(
    z.object({
      text: z.string(),
      search: z.optional(z.string()),
      date: z.optional(z.string()),
      kind: z.optional(z.enum(['tour', 'room'])),
      place_id: z.optional(id),
    }),
  ),
  /** The last logged name, never a person's. */
  former: textOrNull,
  summary: z.string(),
  /** Only at logins; erased after 30 days. */
  network: textOrNull,
  device: textOrNull,
  /** Logged facts of input and answer. */
  details: z.record(
    z.string(),
    z.union([z.string(), z.number(), z.boolean(), z.array(z.union([z.string(), z.number()]))]),
  ),
  /** Names of things in the details, by target. */
  names: z.record(z.string(), z.string()),
})
export type AuditEntry = z.output<typeof auditEntry>

export const listAudit = endpoint({
  role: 'owner',
  path: '/api/admin/audit/',
  summary: 'What administrators have done, in pages of 50, the newest first',
  query: z.object(pageQuery),
  response: pageOf(auditEntry),
})

export const searchAudit = endpoint({
  role: 'owner',
  path: '/api/admin/audit/search/',
  summary:
    'Search the audit log, newest first: at most 50 entries older than the entry `before`. `next` is the `before` of the next part, which may find more even if this one is empty; null at the end of the log. Everything since `until` was searched',
  query: z.object({ search: pageQuery.search, before: z.optional(idText) }),
  response: z.object({
    results: z.array(auditEntry),
    next: z.nullable(id),
    until: textOrNull,
  }),
})
