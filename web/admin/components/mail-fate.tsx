import type { ListedMail } from '../../../contract/admin/mails.ts'
import { Badge } from '../../ui/list/badge.tsx'
import { MAIL_STATUS, triesText } from './mail-text.ts'
import './mail-fate.css'

export function MailFate({ mail }: { mail: Pick<ListedMail, 'status' | 'attempts' | 'error'> }) {
  const { text, tone } = MAIL_STATUS[mail.status]
  const tries = triesText(mail)
  return (
    <span className="stack mail-fate" data-gap="4">
      <Badge tone={tone}>{text}</Badge>
      {tries && <span className="small">{tries}</span>}
      {mail.error && mail.status !== 'sent' && <span className="problem small">{mail.error}</span>}
    </span>
  )
}
