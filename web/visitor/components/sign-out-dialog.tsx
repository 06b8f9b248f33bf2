import { useState } from 'react'
import { useLocation } from 'wouter'
import { logout } from '../../../contract/member.ts'
import { ApiError, call } from '../../api/client.ts'
import { PATHS } from '../../paths.ts'
import { stopReading } from '../../api/reads/use-read.ts'
import { endSession } from '../../api/session.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/panel/dialog.tsx'
import { visitorToast } from '../../ui/toast.ts'

// A member who signs out does not wait for a dead network.
const TIMEOUT_MS = 8_000

/** Asks once, then signs out; this phone forgets the member even when the service cannot be reached. */
export function SignOutDialog({ onClose }: { onClose: () => void }) {
  const [, navigate] = useLocation()
  const [pending, setPending] = useState(false)
  const signOut = async () => {
    setPending(true)
    stopReading()
    try {
      await call(logout, {}, { timeoutMs: TIMEOUT_MS })
    } catch (failure) {
      // A session that is over already needs no ending.
      if (!(failure instanceof ApiError && failure.status === 401))
        visitorToast.error('로그아웃에 실패했습니다.')
    }
    endSession()
    navigate(PATHS.login, { replace: true })
  }
  return (
    <Dialog
      kind="alert"
      title="로그아웃"
      // It cannot be taken back once it is on its way.
      onClose={() => pending || onClose()}
      actions={
        <>
          <Button onClick={onClose} disabled={pending}>
            취소
          </Button>
          <Button kind="primary" onClick={signOut} pending={pending} data-autofocus>
            로그아웃
          </Button>
        </>
      }
    >
      로그아웃하시겠습니까?
    </Dialog>
  )
}
