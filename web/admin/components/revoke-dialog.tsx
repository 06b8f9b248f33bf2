import type { ReactNode } from 'react'
import { ApiError } from '../../api/client.ts'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { withToast } from './with-toast.ts'

type Props = {
  title: string
  action: string
  /** Shown if the server gives no reason. */
  failed: string
  /** Shown if a colleague has revoked it already. */
  before?: string
  revoke: () => Promise<{ message: string }>
  refresh: () => Promise<unknown>
  onClose: () => void
  children: ReactNode
}

/** Already revoked by a colleague counts as success. */
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
