import { headlineOf } from './heading.ts'
import type { FactsOf, Mail, MailDraft, MailKind, MailTexts } from './mail.ts'
import { approved } from './templates/approved.ts'
import { cancellationApproved } from './templates/cancellation-approved.ts'
import { cancellationReceived } from './templates/cancellation-received.ts'
import { cancellationRefused } from './templates/cancellation-refused.ts'
import { cancelled } from './templates/cancelled.ts'
import { erasureLink } from './templates/erasure-link.ts'
import { endedEarly } from './templates/ended-early.ts'
import { erasureAnnounced } from './templates/erasure-announced.ts'
import { layout } from './templates/layout.ts'
import { moved } from './templates/moved.ts'
import { placeChanged } from './templates/place-changed.ts'
import { rejected } from './templates/rejected.ts'
import { reminderBefore, reminderEvening } from './templates/reminder.ts'
import { requestReceived } from './templates/request-received.ts'
import { requestsWaiting } from './templates/requests-waiting.ts'
import { screensSilent } from './templates/screens-silent.ts'
import { testMail } from './templates/test-mail.ts'
import { verificationCode } from './templates/verification-code.ts'
import { waitlistEnded } from './templates/waitlist-ended.ts'

const TEMPLATES: { readonly [Kind in MailKind]: (facts: FactsOf[Kind]) => MailDraft } = {
  verification_code: verificationCode,
  erasure_link: erasureLink,
  test: testMail,
  screens_silent: screensSilent,
  waitlist_ended: waitlistEnded,
  erasure_announced: erasureAnnounced,
  requests_waiting: requestsWaiting,
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
  reminder_evening: reminderEvening,
  reminder_before: reminderBefore,
}

const draft = <Kind extends MailKind>(kind: Kind, facts: FactsOf[Kind]): MailDraft => TEMPLATES[kind](facts)

export function writeMail(mail: Mail): MailTexts {
  const { event_name, contact_email, public_url } = mail.facts
  const { calendar, ...content } = draft(mail.kind, mail.facts)
  return {
    ...layout({ event_name, contact_email, headline: headlineOf(mail), ...content }, public_url),
    ...(content.pass && { qr: content.pass.address }),
    ...(calendar && { calendar }),
  }
}
