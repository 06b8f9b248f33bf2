import { useState } from 'react'
import { adminLogout } from '../../../../contract/admin/login.ts'
import { call } from '../../../api/client.ts'
import { lazy } from '../../../shell/lazy.tsx'
import { Button } from '../../../ui/button.tsx'
import { Skeletons } from '../../../ui/skeleton.tsx'
import { CredentialsForm } from './credentials-form.tsx'

const SetUp = lazy(() => import('../second-factor/set-up.tsx'), {
  Fallback: () => <Skeletons count={3} shape="cell" />,
})

type Props = {
  /** The session expired. */
  hasEnded: boolean
  /** Signed in, but a second factor must be set up first. */
  mustSetUp?: boolean
  onSignedIn: (admin: { id: number }) => void
}

export function LoginForm({ hasEnded, mustSetUp = false, onSignedIn }: Props) {
  const [isSettingUp, setSettingUp] = useState(mustSetUp)
  const [isMade, setMade] = useState(false)
  if (!isSettingUp)
    return (
      <CredentialsForm hasEnded={hasEnded} onSignedIn={onSignedIn} onMustSetUp={() => setSettingUp(true)} />
    )
  const leave = async () => {
    // Awaited: a late answer would delete the next login's cookies. A session left open allows nothing.
    await call(adminLogout, {}).catch(() => {})
    setSettingUp(false)
  }
  return (
    <div className="stack">
      {!isMade && (
        <p role="status">
          <strong>모든 관리자에게 2단계 인증이 필요합니다.</strong> 설정을 마치면 바로 이어서 진행할 수
          있습니다.
        </p>
      )}
      <SetUp onMade={() => setMade(true)} onDone={onSignedIn} onLost={() => setSettingUp(false)} />
      {!isMade && (
        <div>
          <Button kind="quiet" size="small" onClick={() => void leave()}>
            다른 계정으로 로그인
          </Button>
        </div>
      )}
    </div>
  )
}
