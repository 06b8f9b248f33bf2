import { useState } from 'react'
import { navigate } from 'wouter/use-browser-location'
import {
  deleteAdmin,
  listAdmins,
  listMadeBy,
  type AdminAccount,
  type MadeThing,
} from '../../../contract/admin/accounts.ts'
import { call } from '../../api/client.ts'
import { refresh, useRead } from '../../api/reads/use-read.ts'
import { PATHS } from '../../paths.ts'
import { Checkbox } from '../../ui/choice/checkbox.tsx'
import { ConfirmDialog } from '../components/confirm-dialog.tsx'
import { confirmed, withToast } from '../components/with-toast.ts'
import { leaveAdmin } from '../components/use-may.ts'

const KIND_TEXT: Readonly<Record<MadeThing['kind'], string>> = {
  api_token: 'API 토큰',
  webhook: '웹훅',
  day_sheet_link: '데이 시트 링크',
  calendar_link: '캘린더 링크',
}

type DeleteProps = { account: AdminAccount; isMine: boolean; onClose: () => void }

/** Deleting one's own account skips the question about unsaved forms. */
export default function DeleteAccountDialog({ account, isMine, onClose }: DeleteProps) {
  const params = { id: account.id }
  const made = useRead(listMadeBy, { params })
  const [revoke, setRevoke] = useState(true)
  const remove = async () => {
    try {
      await withToast(
        () => confirmed(() => call(deleteAdmin, { params, body: { revoke } })),
        '관리자 삭제에 실패했습니다.',
      )
    } finally {
      if (!isMine) await refresh(listAdmins)
    }
    if (!isMine) return
    leaveAdmin()
    navigate(PATHS.adminLogin, { replace: true })
  }
  return (
    <ConfirmDialog
      title={isMine ? '내 계정 삭제' : '관리자 삭제'}
      action={isMine ? '내 계정 삭제하고 로그아웃' : '관리자 1명 삭제'}
      isReady={!made.isPending}
      onConfirm={remove}
      onClose={onClose}
    >
      <p>
        관리자 <strong translate="no">{account.name}</strong> 계정을 삭제하시겠습니까?
      </p>
      {isMine ? (
        <p>
          <strong>지금 로그인한 내 계정입니다.</strong> 삭제하면 바로 로그아웃되고, 이 계정으로는 다시
          로그인할 수 없습니다.
        </p>
      ) : (
        <p>이 계정의 모든 로그인이 바로 해제됩니다. 작업 기록은 그대로 남습니다.</p>
      )}
      {made.data && made.data.length > 0 && (
        <>
          <p>이 계정이 만든 다음 항목은 계정이 없어도 계속 사용할 수 있습니다.</p>
          <ul className="small">
            {made.data.map(({ kind, id, name }) => (
              <li key={`${kind} ${id}`}>
                <span>{KIND_TEXT[kind]}</span> <strong translate="no">{name}</strong>
              </li>
            ))}
          </ul>
          <Checkbox
            checked={revoke}
            onChange={({ currentTarget }) => setRevoke(currentTarget.checked)}
          >{`위 ${made.data.length}개 항목도 함께 폐기`}</Checkbox>
        </>
      )}
      {made.isError && <p>이 계정이 만든 토큰과 링크를 확인하지 못했습니다. 남아 있으면 함께 폐기됩니다.</p>}
    </ConfirmDialog>
  )
}
