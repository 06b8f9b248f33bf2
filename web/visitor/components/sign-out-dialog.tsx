import { useState } from 'react'
import { useLocation } from 'wouter'
import { PATHS } from '../../paths.ts'
import { stopReading } from '../../api/reads/use-read.ts'
import { endSession } from '../../api/writes/end-session.ts'
import { sendLogout, watchLogout } from '../../api/writes/pending-logout.ts'
import { Button } from '../../ui/controls.tsx'
import { leaveDevice } from './push/device.ts'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { visitorToast } from '../../ui/toast.ts'

export default function SignOutDialog({ onClose }: { onClose: () => void }) {
  const [, navigate] = useLocation()
  const [pending, setPending] = useState(false)
  const signOut = async () => {
    setPending(true)
    stopReading()
    // Stops notifications even without the service.
    void leaveDevice()
    if (!(await sendLogout())) {
      visitorToast.error('로그아웃에 실패했습니다.')
      watchLogout()
    }
    endSession()
    navigate(PATHS.login, { replace: true })
  }
  return (
    <Dialog
      kind="alert"
      title="로그아웃"
      // A logout under way cannot be cancelled.
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
