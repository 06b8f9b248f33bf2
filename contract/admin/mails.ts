import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { confirmation, email, id, idText, textOrNull } from '../field.ts'
import { pageOf, pageQuery } from '../page.ts'
import { toResend } from './selection.ts'

export const MAIL_STATUSES = ['queued', 'sent', 'failed'] as const
export type MailStatus = (typeof MAIL_STATUSES)[number]

export const listedMail = z.object({
  id,
  kind: z.string(),
  /** Empty once the member is erased. */
  to: z.string(),
  /** Without sign-up codes. */
  subject: z.string(),
  status: z.enum(MAIL_STATUSES),
  attempts: z.int(),
  error: textOrNull,
  created_at: z.string(),
  sent_at: textOrNull,
  reservation_id: z.nullable(id),
})
export type ListedMail = z.output<typeof listedMail>

export const listMails = endpoint({
  role: 'manager',
  path: '/api/admin/mails/',
  summary: 'Every mail and what became of it, without its text, in pages of 50, the newest first',
  query: z.object({
    ...pageQuery,
    status: z.optional(z.enum(MAIL_STATUSES)),
    /** To the address of a member, or about the member's reservations. */
    user: z.optional(idText),
  }),
  response: pageOf(listedMail),
})

export const resendMail = endpoint({
  role: 'manager',
  method: 'POST',
  path: '/api/admin/mails/{id}/resend/',
  summary: 'Send a mail once more; not one that is still waiting, a sign-up code, or an erased one',
  audit: { target: 'mail' },
  response: confirmation,
  errors: ['mail_not_resendable', 'too_many_requests'],
})

/** Keeps the outbox transaction short. */
export const resendMails = endpoint({
  role: 'manager',
  method: 'POST',
  path: '/api/admin/mails/resend/',
  summary:
    'Resend mails: those named, or up to 500 whose failure still matters; mails that cannot be resent, or were within the last minute, are skipped',
  body: toResend('다시 보낼 메일을 선택해주세요.', '통'),
  audit: { keeps: ['all_failed', 'queued', 'skipped'] },
  response: z.extend(confirmation, {
    queued: z.int(),
    skipped: z.int(),
    /** Identifies the batch for `getResent`. */
    resent_at: z.string(),
  }),
})

export const getResent = endpoint({
  role: 'manager',
  path: '/api/admin/mails/resent/',
  summary: 'What has become of the mails that were sent once more at an instant',
  query: z.object({
    // Browsers accept more years than the database.
    at: z.string().check(z.refine((text) => /^\d{4}-/.test(text) && !Number.isNaN(Date.parse(text)))),
  }),
  response: z.object({
    /** Not yet tried or tried once; settled soon. */
    on_their_way: z.int(),
    /** Failed and due for another try. */
    delayed: z.int(),
    sent: z.int(),
    failed: z.int(),
  }),
})

export const retryMails = endpoint({
  role: 'manager',
  method: 'POST',
  path: '/api/admin/mails/retry/',
  summary: 'Try some waiting mails at once; the first success sends those that the mail server held up',
  audit: { keeps: ['waiting'] },
  response: z.extend(confirmation, { waiting: z.int() }),
})

export const sendTestMail = endpoint({
  role: 'manager',
  method: 'POST',
  path: '/api/admin/mails/test/',
  summary: 'Send a test mail through the outbox of all mails; the list shows its outcome',
  body: z.object({ to: email }),
  audit: {},
  response: confirmation,
  status: 201,
})
