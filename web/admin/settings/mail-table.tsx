import type { ListedMail } from '../../../contract/admin/mails.ts'
import { momentText } from '../../components/reservation/reservation-text.ts'
import { Button } from '../../ui/controls.tsx'
import { Cell, Row, Table } from '../../ui/list/table.tsx'
import { MailFate } from '../components/mail-fate.tsx'
import { checkResend, kindText } from '../components/mail-text.ts'
import type { Selection } from '../components/use-selection.ts'
import { Checkbox } from '../../ui/choice/checkbox.tsx'
import { figures } from '../../ui/figures.ts'

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
  /** Shows another page or filter until the answer. */
  isBusy: boolean
  /** Only failed mails that can be sent again. */
  selection: Selection<number>
  onResend: (mail: ListedMail) => void
}

export const MailTable = ({ mails, isBusy, selection, onResend }: Props) => (
  <div className="settings__table" aria-busy={isBusy}>
    <Table
      label="메일 목록"
      columns={COLUMNS}
      selectAll={
        mails.some(canChoose) ? (
          <Checkbox quiet checked={selection.checked} onChange={selection.pressAll}>
            이 페이지의 실패한 메일 모두 선택
          </Checkbox>
        ) : (
          <span className="visually-hidden">선택</span>
        )
      }
    >
      {mails.map((mail) => (
        <MailRow key={mail.id} mail={mail} selection={selection} onResend={onResend} />
      ))}
    </Table>
  </div>
)

/** Sent mails are resent one by one with a question: their readers know already. */
export const canChoose = (mail: ListedMail): boolean => mail.status === 'failed' && checkResend(mail) === null

type RowProps = { mail: ListedMail } & Pick<Props, 'selection' | 'onResend'>

const MailRow = ({ mail, selection, onResend }: RowProps) => (
  <Row chosen={selection.has(mail.id)}>
    <Cell kind="select">
      {canChoose(mail) && (
        <Checkbox
          quiet
          checked={selection.has(mail.id)}
          onChange={({ nativeEvent }) => selection.press(mail.id, (nativeEvent as MouseEvent).shiftKey)}
        >
          {`${mail.subject}, ${mail.to} 선택`}
        </Checkbox>
      )}
    </Cell>
    <Cell kind="title">
      <span>{mail.subject}</span>
      <span {...figures('settings__beneath')}>
        {kindText(mail.kind)}
        {mail.reservation_id !== null && ` · 예약 ${mail.reservation_id}번`}
      </span>
    </Cell>
    <Cell label="상태">
      <MailFate mail={mail} />
    </Cell>
    <Cell label="받는 사람">
      <span className="settings__address">{mail.to || <span className="muted">삭제된 회원</span>}</span>
    </Cell>
    <Cell label="작성 일시">
      <span {...figures('settings__moment')}>{momentText(mail.created_at)}</span>
    </Cell>
    <Cell label="발송 일시">
      <span {...figures('settings__moment')}>
        {mail.sent_at ? momentText(mail.sent_at) : <span className="settings__none">—</span>}
      </span>
    </Cell>
    <Cell kind="actions">
      {checkResend(mail) === null && (
        <Button size="small" onClick={() => onResend(mail)}>
          다시 보내기
          <span className="visually-hidden">{`: ${mail.subject}`}</span>
        </Button>
      )}
    </Cell>
  </Row>
)
