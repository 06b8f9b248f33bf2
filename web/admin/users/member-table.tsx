import type { Member } from '../../../contract/member.ts'
import { tierOf } from '../../../domain/tier.ts'
import type { Selection } from '../components/use-selection.ts'
import { MemberLink } from '../components/member-link.tsx'
import { noteListPlace } from './list-place.ts'
import { TierBadge } from '../../components/tier.tsx'
import { Checkbox } from '../../ui/choice/checkbox.tsx'
import { IconButton } from '../../ui/list/icon-button.tsx'
import { Cell, Row, Table } from '../../ui/list/table.tsx'
import { figures } from '../../ui/figures.ts'

const COLUMNS = [
  { name: '이름' },
  { name: '회사' },
  { name: '직책' },
  { name: '전화번호' },
  { name: '이메일' },
  { name: '등급' },
  { name: '수정과 삭제', quiet: true },
]

type RowProps = {
  selection: Selection<number>
  onEdit: (member: Member) => void
  onDelete: (member: Member) => void
}

type Props = RowProps & {
  members: readonly Member[]
  /** Shows another page or filter until the answer. */
  isBusy: boolean
}

export const MemberTable = ({ members, isBusy, ...rowProps }: Props) => (
  <div className="users__table" aria-busy={isBusy}>
    <Table
      label="회원 목록"
      columns={COLUMNS}
      selectAll={
        <Checkbox quiet checked={rowProps.selection.checked} onChange={rowProps.selection.pressAll}>
          이 페이지의 회원 모두 선택
        </Checkbox>
      }
    >
      {members.map((member) => (
        <MemberRow key={member.id} member={member} {...rowProps} />
      ))}
    </Table>
  </div>
)

function MemberRow({ member, selection, onEdit, onDelete }: RowProps & { member: Member }) {
  const { id, name, company_name, position, phone, email } = member
  const isChosen = selection.has(id)
  return (
    <Row chosen={isChosen}>
      <Cell kind="select">
        <Checkbox
          quiet
          checked={isChosen}
          onChange={({ nativeEvent }) => selection.press(id, (nativeEvent as MouseEvent).shiftKey)}
        >
          {`${name} 선택`}
        </Checkbox>
      </Cell>
      <Cell kind="title">
        <MemberLink id={id} onGo={() => noteListPlace(id)}>
          <span translate="no">{name}</span>
        </MemberLink>
      </Cell>
      <Cell label="회사">
        <span translate="no">{company_name}</span>
      </Cell>
      <Cell label="직책">{position}</Cell>
      <Cell label="전화번호">
        <a href={`tel:${phone}`} {...figures('users__contact')}>
          {phone}
        </a>
      </Cell>
      <Cell label="이메일">
        <a href={`mailto:${email}`} className="users__contact" translate="no">
          {email}
        </a>
      </Cell>
      <Cell label="등급">
        {tierOf(member) === 'normal' ? <span className="users__tier">일반</span> : <TierBadge of={member} />}
      </Cell>
      <Cell kind="actions">
        <IconButton icon="edit" name={`${name} 수정`} onClick={() => onEdit(member)} />
        <IconButton icon="trash" kind="danger" name={`${name} 삭제`} onClick={() => onDelete(member)} />
      </Cell>
    </Row>
  )
}
