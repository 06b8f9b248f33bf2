import { useState } from 'react'
import { getMyAdmin, listAdmins, type MyAdmin } from '../../../../contract/admin/accounts.ts'
import { removeSecondFactor, renewRecoveryCodes } from '../../../../contract/admin/second-factor.ts'
import { hasFewRecoveryCodes } from '../../../../domain/second-factor.ts'
import { call } from '../../../api/client.ts'
import { patchCache, refresh } from '../../../api/reads/use-read.ts'
import { lazy } from '../../../shell/lazy.tsx'
import { Button } from '../../../ui/controls.tsx'
import { Badge } from '../../../ui/list/badge.tsx'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { confirmed, withToast } from '../../components/with-toast.ts'

const SetUpDialog = lazy(() => import('./set-up-dialog.tsx'))
const CodesDialog = lazy(() => import('./codes-dialog.tsx'))

const keepMine = async (admin: MyAdmin) => {
  await patchCache(getMyAdmin, () => admin)
  await refresh(listAdmins)
}

type Open = 'set up' | 'renew' | 'remove' | null

export function OwnFactor({ me }: { me: MyAdmin }) {
  const [open, setOpen] = useState<Open>(null)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const close = () => setOpen(null)
  const { second_factor: factor } = me
  const renew = async () => {
    const { admin, recovery_codes } = await withToast(
      () => confirmed(() => call(renewRecoveryCodes, {})),
      '복구 코드를 만들지 못했습니다.',
    )
    setCodes(recovery_codes)
    await keepMine(admin)
  }
  const remove = async () => {
    const { admin } = await withToast(
      () => confirmed(() => call(removeSecondFactor, {})),
      '2단계 인증을 해제하지 못했습니다.',
    )
    await keepMine(admin)
  }
  return (
    <section className="card stack" data-gap="12" aria-labelledby="own-factor">
      <h2 id="own-factor">
        내 2단계 인증 <Badge tone={factor ? 'approved' : 'ended'}>{factor ? '사용 중' : '사용 안 함'}</Badge>
      </h2>
      {factor ? (
        <OnText left={factor.recovery_codes_left} />
      ) : (
        <p className="muted small">{`로그인할 때 비밀번호와 함께 휴대폰 인증 앱의 6자리 코드를 확인합니다. 비밀번호가 알려져도 다른 사람이 내 계정(${me.name})으로 로그인할 수 없습니다.`}</p>
      )}
      <div className="row" data-wrap>
        {factor ? (
          <>
            <Button onClick={() => setOpen('renew')}>복구 코드 새로 만들기</Button>
            <Button kind="quiet-danger" onClick={() => setOpen('remove')}>
              2단계 인증 해제
            </Button>
          </>
        ) : (
          <Button kind="primary" onClick={() => setOpen('set up')}>
            2단계 인증 설정
          </Button>
        )}
      </div>
      {open === 'set up' && <SetUpDialog onClose={close} />}
      {open === 'renew' && (
        <ConfirmDialog
          title="복구 코드 새로 만들기"
          action="새로 만들기"
          kind="primary"
          onConfirm={renew}
          onClose={close}
        >
          <p>복구 코드 10개를 새로 만듭니다. 이전 복구 코드는 더 이상 쓸 수 없습니다.</p>
        </ConfirmDialog>
      )}
      {open === 'remove' && (
        <ConfirmDialog title="2단계 인증 해제" action="해제" onConfirm={remove} onClose={close}>
          <p>
            {`앞으로 이 계정은 비밀번호만으로 로그인합니다. 남은 복구 코드도 쓸 수 없게 됩니다.${me.second_factor_required ? ' 2단계 인증이 필수이므로 바로 다시 설정해야 합니다.' : ''}`}
          </p>
        </ConfirmDialog>
      )}
      {codes && <CodesDialog me={me} codes={codes} onClose={() => setCodes(null)} />}
    </section>
  )
}

const OnText = ({ left }: { left: number }) =>
  hasFewRecoveryCodes(left) ? (
    <p
      className="caution"
      role="status"
    >{`복구 코드가 ${left === 0 ? '모두 사용되었습니다' : `${left}개만 남았습니다`}. 휴대폰을 잃어버리면 로그인할 수 없으니 새로 만들어주세요.`}</p>
  ) : (
    <p className="muted small">{`로그인할 때 인증 앱의 6자리 코드를 확인합니다. 휴대폰이 없을 때 쓸 복구 코드가 ${left}개 남았습니다.`}</p>
  )
