import { useState } from 'react'
import { changeRole, getMyAdmin, listAdmins, type AdminAccount } from '../../../contract/admin/accounts.ts'
import { ROLE_TEXT } from '../../../contract/text/role-text.ts'
import type { Role } from '../../../domain/role.ts'
import { Icon } from '../../ui/icon.tsx'
import { useMay } from '../components/use-may.ts'
import { lazy, LATER } from '../../shell/lazy.tsx'
import { useFocusFallback } from '../../ui/dialog/use-focus-fallback.ts'
import { LoadState, useReads } from '../components/load-state.tsx'
import { longMoment } from '../../components/moment-text.ts'
import { refresh, usePolled, useRead } from '../../api/reads/use-read.ts'
import { Badge } from '../../ui/list/badge.tsx'
import { IconButton } from '../../ui/list/icon-button.tsx'
import { Skeletons } from '../../ui/page.tsx'
import { Cell, Row, Table } from '../../ui/list/table.tsx'
import { AccountForm, RoleOptions } from './account-form.tsx'
import { FactorRule } from './second-factor/factor-rule.tsx'
import { OwnFactor } from './second-factor/own-factor.tsx'
import { confirmed } from '../components/with-toast.ts'
import { call } from '../../api/client.ts'
import { figures } from '../../ui/figures.ts'
import './accounts-section.css'
import { removeSecondFactorOf } from '../../../contract/admin/second-factor.ts'
import { Button } from '../../ui/controls.tsx'
import { WriteDialog } from '../components/write-dialog.tsx'

/** Of all for an owner, otherwise only one's own. */
const OwnSessions = lazy(() => import('./own-sessions.tsx'), LATER)
const PasswordForm = lazy(() => import('../components/password/password-form.tsx'), LATER)
const DeleteAccountDialog = lazy(() => import('./delete-account-dialog.tsx'))

export default function AccountsSection() {
  const isOwner = useMay()(listAdmins)
  const { data: accounts } = useRead(listAdmins, {}, { enabled: isOwner })
  const { data: me } = useRead(getMyAdmin, {})
  return (
    <div className="stack" data-gap="24">
      {isOwner && <Accounts me={me?.id} />}
      <div className="pair">
        {me?.has_password && <OwnFactor me={me} />}
        {me && accounts && <FactorRule me={me} accounts={accounts} />}
        {isOwner && <AccountForm />}
        {me?.has_password !== false && <PasswordForm />}
        <OwnSessions />
      </div>
    </div>
  )
}

function Accounts({ me }: Pick<TableProps, 'me'>) {
  const accounts = usePolled(listAdmins, {})
  const reads = useReads({ accounts }, '관리자 목록을 불러오는데 실패했습니다.', { isBanner: true })
  const holder = useFocusFallback<HTMLElement>()
  const [deleting, setDeleting] = useState<AdminAccount | null>(null)
  return (
    <section className="stack" data-gap="12" ref={holder} aria-labelledby="accounts">
      <h2 id="accounts" tabIndex={-1}>
        관리자 계정 {accounts.data && <span {...figures('muted')}>{accounts.data.length}개</span>}
      </h2>
      <LoadState reads={reads} skeleton={<Skeletons count={2} shape="cell" />}>
        {({ accounts }) => <AccountTable accounts={accounts} me={me} onDelete={setDeleting} />}
      </LoadState>
      {accounts.data?.length === 1 && (
        <p className="muted small">
          관리자가 한 명뿐이라 삭제할 수 없습니다. 다른 관리자를 추가하면 삭제할 수 있습니다.
        </p>
      )}
      {deleting && (
        <DeleteAccountDialog
          account={deleting}
          isMine={deleting.id === me}
          onClose={() => setDeleting(null)}
        />
      )}
    </section>
  )
}

const COLUMNS = [
  { name: '아이디' },
  { name: '역할' },
  { name: '만든 일시' },
  { name: '마지막 로그인' },
  { name: '2단계 인증' },
  { name: '삭제', quiet: true },
]

type TableProps = {
  accounts: readonly AdminAccount[]
  me: number | undefined
  onDelete: (account: AdminAccount) => void
}

const AccountTable = ({ accounts, me, onDelete }: TableProps) => (
  <Table label="관리자 계정" columns={COLUMNS}>
    {accounts.map((account) => (
      <Row key={account.id}>
        <Cell kind="title">
          <span translate="no">{account.name}</span> {account.id === me && <Badge tone="ended">나</Badge>}
        </Cell>
        <Cell label="역할">
          {account.has_password ? (
            <RoleField account={account} isMine={account.id === me} />
          ) : (
            ROLE_TEXT[account.role]
          )}
        </Cell>
        <Cell label="만든 일시">
          <span {...figures()}>{longMoment(account.created_at)}</span>
        </Cell>
        <Cell label="마지막 로그인">
          <span {...figures()}>
            {account.last_login_at ? longMoment(account.last_login_at) : '로그인한 적 없음'}
          </span>
        </Cell>
        <Cell label="2단계 인증">
          {account.has_password ? (
            <FactorCell account={account} isMine={account.id === me} />
          ) : (
            <Badge tone="ended">통합 로그인</Badge>
          )}
        </Cell>
        <Cell kind="actions">
          {accounts.length > 1 && (
            <IconButton
              icon="trash"
              kind="danger"
              name={`${account.name} 삭제`}
              onClick={() => onDelete(account)}
            />
          )}
        </Cell>
      </Row>
    ))}
  </Table>
)

type Props = { account: AdminAccount; isMine: boolean }

function RoleField({ account: { id, name, role }, isMine }: Props) {
  const [wanted, setWanted] = useState<Role | null>(null)
  // Changed by now, here or by a colleague.
  if (wanted === role) setWanted(null)
  return (
    <>
      <span className="field__select">
        <select
          className="field__control"
          aria-label={`${name} 역할`}
          value={wanted ?? role}
          onChange={({ currentTarget }) => setWanted(currentTarget.value as Role)}
        >
          <RoleOptions />
        </select>
        <Icon name="chevron" />
      </span>
      {wanted && (
        <WriteDialog
          title="역할 변경"
          action={`${ROLE_TEXT[wanted]}로 변경`}
          write={() => confirmed(() => call(changeRole, { params: { id }, body: { role: wanted } }))}
          failed="역할을 변경하지 못했습니다."
          refresh={() => refresh(listAdmins)}
          onClose={() => setWanted(null)}
        >
          <p>
            <strong translate="no">{name}</strong>{' '}
            <span>{`계정의 역할을 ${ROLE_TEXT[role]}에서 ${ROLE_TEXT[wanted]}로 변경합니다.`}</span>
          </p>
          {isMine && (
            <p>내 계정입니다. 설정과 계정을 더 이상 바꿀 수 없고, 다른 소유자만 되돌릴 수 있습니다.</p>
          )}
        </WriteDialog>
      )}
    </>
  )
}

function FactorCell({ account: { id, name, has_second_factor }, isMine }: Props) {
  const [isRemoving, setRemoving] = useState(false)
  return (
    <span className="settings__factor row">
      <Badge tone={has_second_factor ? 'approved' : 'ended'}>
        {has_second_factor ? '사용 중' : '사용 안 함'}
      </Badge>
      {has_second_factor && !isMine && (
        <Button
          kind="quiet"
          size="small"
          aria-label={`${name} 2단계 인증 해제`}
          onClick={() => setRemoving(true)}
        >
          해제
        </Button>
      )}
      {isRemoving && (
        <WriteDialog
          title="동료의 2단계 인증 해제"
          action="해제"
          write={() => confirmed(() => call(removeSecondFactorOf, { params: { id } }))}
          failed="2단계 인증을 해제하지 못했습니다."
          refresh={() => void refresh(listAdmins)}
          onClose={() => setRemoving(false)}
        >
          <p>
            <strong translate="no">{name}</strong> 계정은 앞으로 비밀번호만으로 로그인할 수 있습니다. 휴대폰을
            잃어버린 본인이 요청했는지 확인해주세요. 작업 기록에 남습니다.
          </p>
        </WriteDialog>
      )}
    </span>
  )
}
