import type { Selectable } from 'kysely'
import type { Database } from '../database/schema.ts'
import type { FactsOf, Mail, MailDraft, MailKind, MailTexts } from './mail.ts'
import { approved } from './templates/approved.ts'
import { cancellationApproved } from './templates/cancellation-approved.ts'
import { cancellationReceived } from './templates/cancellation-received.ts'
import { cancellationRefused } from './templates/cancellation-refused.ts'
import { cancelled } from './templates/cancelled.ts'
import { endedEarly } from './templates/ended-early.ts'
import { layout } from './templates/layout.ts'
import { moved } from './templates/moved.ts'
import { placeChanged } from './templates/place-changed.ts'
import { rejected } from './templates/rejected.ts'
import { requestReceived } from './templates/request-received.ts'
import { calendarOf } from './templates/reservation-notice.ts'
import { screensSilent } from './templates/screens-silent.ts'
import { testMail } from './templates/test-mail.ts'
import { verificationCode } from './templates/verification-code.ts'
import { waitlistEnded } from './templates/waitlist-ended.ts'

const TEMPLATES: { readonly [Kind in MailKind]: (facts: FactsOf[Kind]) => MailDraft } = {
  verification_code: verificationCode,
  test: testMail,
  screens_silent: screensSilent,
  waitlist_ended: waitlistEnded,
  request_received: requestReceived,
  approved,
  rejected,
  cancellation_received: cancellationReceived,
  cancellation_approved: cancellationApproved,
  cancellation_refused: cancellationRefused,
  cancelled,
  ended_early: endedEarly,
  place_changed: placeChanged,
  moved,
}

const draft = <Kind extends MailKind>(kind: Kind, facts: FactsOf[Kind]): MailDraft => TEMPLATES[kind](facts)

/** The subject and the contents of a mail, without the cost of its page and its calendar. */
export const draftOf = ({ kind, facts }: Mail): MailDraft => draft(kind, facts)

/** The texts of a mail, which depend on its facts alone. */
export function writeMail(mail: Mail): MailTexts {
  const { content, calendar } = draftOf(mail)
  return {
    ...layout(content),
    ...(calendar && {
      calendar: { method: calendar.method, content: calendarOf(calendar.notice, calendar.method) },
    }),
  }
}

type StoredMail = Pick<
  Selectable<Database['mails']>,
  'kind' | 'facts' | 'text' | 'html' | 'calendar' | 'calendar_method'
>

/**
 * The texts of a mail of the outbox. Those that an earlier release has posted stand there themselves; of one of which
 * nothing may stay, they are empty.
 */
export function textsOf({ kind, facts, text, html, calendar, calendar_method }: StoredMail): MailTexts {
  if (facts !== null) return writeMail({ kind, facts } as Mail)
  return {
    text: text ?? '',
    html: html ?? '',
    ...(calendar !== null &&
      calendar_method !== null && { calendar: { method: calendar_method, content: calendar } }),
  }
}
