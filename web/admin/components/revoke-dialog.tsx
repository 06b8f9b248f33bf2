import type { ReactNode } from 'react'
import { ApiError } from '../../api/client.ts'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { withToast } from './with-toast.ts'

type Props = {
  title: string
  action: string
  /** Said where it could not be done and the service gives no reason. */
  failed: string
  /** Said where a colleague has done it before. */
  before?: string
  revoke: () => Promise<{ message: string }>
  /** Reads the list anew, however it went. */
  refresh: () => Promise<unknown>
  onClose: () => void
  children: ReactNode
}

/** Asks before a way in is closed. One that a colleague has closed meanwhile is as it was wanted. */
export function RevokeDialog(props: Props) {
  const { title, action, failed, before = '이미 해지되었습니다.', revoke, refresh, onClose, children } = props
  const confirm = async () => {
    try {
      await withToast(() => revoke().catch(orGone(before)), failed)
    } finally {
      await refresh()
    }
  }
  return (
    <ConfirmDialog title={title} action={action} onConfirm={confirm} onClose={onClose}>
      {children}
    </ConfirmDialog>
  )
}

const orGone = (message: string) => (failure: unknown) => {
  if (failure instanceof ApiError && failure.code === 'not_found') return { message }
  throw failure
}
