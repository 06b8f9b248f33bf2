import { headlineOf } from './heading.ts'
import type { FactsOf, Mail, MailDraft, MailKind, MailTexts, Templates } from './mail.ts'
import { layout } from './templates/layout.ts'
import { MEMBER_MAILS } from './templates/member-mails.ts'
import { ORGANISER_MAILS } from './templates/organiser-mails.ts'
import { RESERVATION_MAILS } from './templates/reservation-mails.ts'

const TEMPLATES: Templates<MailKind> = { ...RESERVATION_MAILS, ...MEMBER_MAILS, ...ORGANISER_MAILS }

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
