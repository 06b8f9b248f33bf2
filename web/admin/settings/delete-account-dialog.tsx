import { navigate } from 'wouter/use-browser-location'
import { deleteAdmin, listAdmins, type AdminAccount } from '../../../contract/admin/accounts.ts'
import { ConfirmDialog } from '../components/confirm-dialog.tsx'
import { forgetAdmin } from '../components/known-admin.ts'
import { withToast } from '../components/with-toast.ts'
import { call } from '../../api/client.ts'
import { PATHS } from '../../paths.ts'
import { refresh } from '../../api/reads/use-read.ts'

type Props = { account: AdminAccount; isMine: boolean; onClose: () => void }

/** Deleting one's own account skips the question about unsaved forms. */
export function DeleteAccountDialog({ account, isMine, onClose }: Props) {
  const remove = async () => {
    try {
      const one = { params: { id: String(account.id) } }
      await withToast(() => call(deleteAdmin, one), '관리자 삭제에 실패했습니다.')
    } finally {
      if (!isMine) await refresh(listAdmins)
    }
    if (!isMine) return
    forgetAdmin()
    navigate(PATHS.adminLogin, { replace: true })
  }
  return (
    <ConfirmDialog
      title={isMine ? '내 계정 삭제' : '관리자 삭제'}
      action={isMine ? '내 계정 삭제하고 로그아웃' : '관리자 1명 삭제'}
      onConfirm={remove}
      onClose={onClose}
    >
      <p>
        관리자 <strong>{account.name}</strong> 계정을 삭제하시겠습니까?
      </p>
      {isMine ? (
        <p>
          <strong>지금 로그인한 내 계정입니다.</strong> 삭제하면 바로 로그아웃되고, 이 계정으로는 다시
          로그인할 수 없습니다.
        </p>
      ) : (
        <p>이 계정의 모든 로그인이 바로 해제됩니다. 작업 기록은 그대로 남습니다.</p>
      )}
    </ConfirmDialog>
  )
}
