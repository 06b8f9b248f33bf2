import { useEffect } from 'react'
import { visitorToast } from '../../ui/toast.ts'
import { part } from './part.tsx'

type Alert = { title: string; text: string; onClose: () => void }

// A first visit does without the dialogs, which are fetched ahead right after it: nobody needs one before the screen
// stands. Where they cannot be had, a toast says what is to be said.
function InsteadOfDialog({
  text = '로그아웃에 실패했습니다.',
  onClose,
}: Partial<Alert> & Pick<Alert, 'onClose'>) {
  useEffect(() => {
    visitorToast.error(text)
    onClose()
  }, [text, onClose])
  return null
}
const instead = () => ({ default: InsteadOfDialog })

export const loadAlert = () =>
  import('../../ui/dialog/alert-dialog.tsx').then(({ AlertDialog }) => ({ default: AlertDialog }), instead)

export const loadSignOut = () => import('./sign-out/sign-out-dialog.tsx').catch(instead)

export const AlertDialog = part<Alert>(loadAlert)
export const SignOutDialog = part<{ onClose: () => void }>(loadSignOut)
