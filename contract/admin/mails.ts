import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { confirmation, email, id, idText } from '../field.ts'
import { pageOf, pageQuery } from '../page.ts'

const MAIL_STATUSES = ['queued', 'sent', 'failed'] as const
export type MailStatus = (typeof MAIL_STATUSES)[number]

const listedMail = z.object({
  id,
  kind: z.string(),
  /** Empty once its member has been erased. */
  to: z.string(),
  /** As it arrives, but without the code of a sign-up. */
  subject: z.string(),
  status: z.enum(MAIL_STATUSES),
  attempts: z.int(),
  error: z.nullable(z.string()),
  created_at: z.string(),
  sent_at: z.nullable(z.string()),
  reservation_id: z.nullable(id),
})
export type ListedMail = z.output<typeof listedMail>

export const listMails = endpoint({
  audience: 'admin',
  method: 'GET',
  path: '/api/admin/mails/',
  summary: 'Every mail and what became of it, without its text, in pages of 50, the newest first',
  query: z.object({ ...pageQuery, status: z.optional(z.enum(MAIL_STATUSES)) }),
  response: pageOf(listedMail),
})

export const resendMail = endpoint({
  audience: 'admin',
  method: 'POST',
  path: '/api/admin/mails/{id}/resend/',
  summary: 'Send a mail once more; not one that is still waiting, a sign-up code, or an erased one',
  params: z.object({ id: idText }),
  audit: { target: 'mail' },
  response: confirmation,
  errors: ['not_found', 'mail_not_resendable'],
})

export const sendTestMail = endpoint({
  audience: 'admin',
  method: 'POST',
  path: '/api/admin/mails/test/',
  summary: 'Send a test mail through the same outbox as every other mail; the list tells what became of it',
  body: z.object({ to: email }),
  audit: {},
  response: confirmation,
  status: 201,
})
