import { useState } from 'react'
import { listAdmins, type AdminAccount } from '../../../../contract/admin/accounts.ts'
import { removeSecondFactorOf } from '../../../../contract/admin/second-factor.ts'
import { call } from '../../../api/client.ts'
import { refresh } from '../../../api/reads/use-read.ts'
import { Button } from '../../../ui/button.tsx'
import { Badge } from '../../../ui/list/badge.tsx'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { confirmed, withToast } from '../../components/with-toast.ts'

type Props = { account: AdminAccount; isMine: boolean }

export function FactorCell({ account: { id, name, has_second_factor }, isMine }: Props) {
  const [isRemoving, setRemoving] = useState(false)
  const remove = async () => {
    try {
      await withToast(
        () => confirmed(() => call(removeSecondFactorOf, { params: { id: String(id) } })),
        '2단계 인증을 해제하지 못했습니다.',
      )
    } finally {
      void refresh(listAdmins)
    }
  }
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
        <ConfirmDialog
          title="동료의 2단계 인증 해제"
          action="해제"
          onConfirm={remove}
          onClose={() => setRemoving(false)}
        >
          <p>
            <strong translate="no">{name}</strong> 계정은 앞으로 비밀번호만으로 로그인할 수 있습니다. 휴대폰을
            잃어버린 본인이 요청했는지 확인해주세요. 작업 기록에 남습니다.
          </p>
        </ConfirmDialog>
      )}
    </span>
  )
}
