import { useEffect } from 'react'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { dismissFailures } from '../../../ui/toast.ts'
import { LoginForm } from '../../components/login/login-form.tsx'
import './login-again.css'

type Props = {
  /** Signed in, but a second factor must be set up first. */
  mustSetUp: boolean
  onSignedIn: (admin: { id: number }) => void
}

export function LoginAgain({ mustSetUp, onSignedIn }: Props) {
  // The dialog replaces the failure toasts.
  useEffect(dismissFailures, [])
  return (
    <div className="login-again">
      <Dialog kind="alert" title={mustSetUp ? '2단계 인증 설정' : '다시 로그인'} onClose={() => {}}>
        <div className="stack">
          {!mustSetUp && (
            <p>
              같은 관리자로 로그인하면 입력하던 화면이 그대로 이어집니다. 다른 관리자로 로그인하면 입력한
              내용은 사라집니다.
            </p>
          )}
          <LoginForm hasEnded={!mustSetUp} mustSetUp={mustSetUp} onSignedIn={onSignedIn} />
        </div>
      </Dialog>
    </div>
  )
}
