import { useState } from 'react'
import { getMyAdmin, type AdminAccount, type MyAdmin } from '../../../../contract/admin/accounts.ts'
import { requireSecondFactor } from '../../../../contract/admin/second-factor.ts'
import { call } from '../../../api/client.ts'
import { refresh } from '../../../api/reads/use-read.ts'
import { Checkbox } from '../../../ui/choice/checkbox.tsx'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { confirmed, withToast } from '../../components/with-toast.ts'

type Props = { me: MyAdmin; accounts: readonly AdminAccount[] }

export function FactorRule({ me, accounts }: Props) {
  const [wanted, setWanted] = useState<boolean | null>(null)
  const [isAsking, setAsking] = useState(false)
  const without = accounts.filter((each) => each.has_password && !each.has_second_factor)
  const isOn = me.second_factor_required
  const mayNot = !isOn && me.has_password && !me.second_factor
  const save = async (second_factor_required: boolean) => {
    setWanted(second_factor_required)
    try {
      await withToast(
        () => confirmed(() => call(requireSecondFactor, { body: { second_factor_required } })),
        '설정 저장에 실패했습니다.',
      )
    } finally {
      await refresh(getMyAdmin)
      setWanted(null)
    }
  }
  const change = (next: boolean) => {
    if (next && without.length > 0) setAsking(true)
    // A toast has explained it; the box shows the stored value again.
    else save(next).catch(() => {})
  }
  return (
    <section className="card stack" data-gap="8" aria-labelledby="factor-rule">
      <h2 id="factor-rule">로그인 규칙</h2>
      <Checkbox
        checked={wanted ?? isOn}
        disabled={mayNot}
        aria-describedby="factor-rule-text"
        onChange={({ currentTarget }) => change(currentTarget.checked)}
      >
        관리자 2단계 인증 필수
      </Checkbox>
      <p className="muted small" id="factor-rule-text">
        {`2단계 인증이 없는 관리자는 로그인한 뒤 설정을 마쳐야 다른 작업을 할 수 있습니다.${mayNot ? ' 내 계정에 2단계 인증을 먼저 설정하면 켤 수 있습니다.' : ''}`}
      </p>
      {isAsking && (
        <ConfirmDialog
          title="관리자 2단계 인증 필수"
          action="필수로 설정"
          kind="primary"
          onConfirm={() => save(true)}
          onClose={() => setAsking(false)}
        >
          <p>
            아직 2단계 인증이 없는 관리자:{' '}
            <strong translate="no">{without.map(({ name }) => name).join(', ')}</strong>
          </p>
          <p>지금부터 설정을 마칠 때까지 다른 작업을 할 수 없습니다.</p>
        </ConfirmDialog>
      )}
    </section>
  )
}
