import type { ListedMail } from '../../../contract/admin/mails.ts'
import { momentText } from '../../components/reservation/reservation-text.ts'
import { Badge } from '../../ui/list/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Cell, Row, Table } from '../../ui/list/table.tsx'
import { checkResend, kindText, MAIL_STATUS, triesText } from './mail-text.ts'
import './mail-table.css'

const COLUMNS = [
  { name: '제목' },
  { name: '상태' },
  { name: '받는 사람' },
  { name: '작성 일시' },
  { name: '발송 일시' },
  { name: '다시 보내기', quiet: true },
]

type Props = {
  mails: readonly ListedMail[]
  /** The mails shown are of another page or filter than the one that is on its way. */
  isBusy: boolean
  onResend: (mail: ListedMail) => void
}

/** One page of mails. */
export const MailTable = ({ mails, isBusy, onResend }: Props) => (
  <div className="settings__table" aria-busy={isBusy}>
    <Table label="메일 목록" columns={COLUMNS}>
      {mails.map((mail) => (
        <MailRow key={mail.id} mail={mail} onResend={onResend} />
      ))}
    </Table>
  </div>
)

const MailRow = ({ mail, onResend }: { mail: ListedMail } & Pick<Props, 'onResend'>) => (
  <Row>
    <Cell kind="title">
      {mail.subject}
      <span className="settings__beneath numerals">
        {kindText(mail.kind)}
        {mail.reservation_id !== null && ` · 예약 ${mail.reservation_id}번`}
      </span>
    </Cell>
    <Cell label="상태">
      <MailFate mail={mail} />
    </Cell>
    <Cell label="받는 사람">{mail.to || <span className="muted">삭제된 회원</span>}</Cell>
    <Cell label="작성 일시">
      <span className="settings__moment numerals">{momentText(mail.created_at)}</span>
    </Cell>
    <Cell label="발송 일시">
      <span className="settings__moment numerals">
        {mail.sent_at ? momentText(mail.sent_at) : <span className="settings__none">—</span>}
      </span>
    </Cell>
    <Cell kind="actions">
      {checkResend(mail) === null && (
        <Button size="small" onClick={() => onResend(mail)}>
          다시 보내기
          <span className="visually-hidden">: {mail.subject}</span>
        </Button>
      )}
    </Cell>
  </Row>
)

function MailFate({ mail }: { mail: ListedMail }) {
  const { text, tone } = MAIL_STATUS[mail.status]
  const tries = triesText(mail)
  return (
    <span className="settings__fate">
      <Badge tone={tone}>{text}</Badge>
      {tries && <span className="small">{tries}</span>}
      {mail.error && mail.status !== 'sent' && <span className="settings__why small">{mail.error}</span>}
    </span>
  )
}
