import type { ComponentProps } from 'react'
import { ApiError } from '../../api/client.ts'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { withToast } from './with-toast.ts'

type Props = Pick<ComponentProps<typeof ConfirmDialog>, 'title' | 'action' | 'onClose' | 'children'> & {
  write: () => Promise<{ message: string }>
  /** Shown if the server gives no reason. */
  failed: string
  /** Shown as success if a colleague has done it already; without it, that is a failure. */
  before?: string
  refresh: () => unknown
}

/** Toasts the result and refreshes. */
export function WriteDialog({ write, failed, before, refresh, ...dialog }: Props) {
  const confirm = async () => {
    try {
      await withToast(() => write().catch(orGone(before)), failed)
    } finally {
      await refresh()
    }
  }
  return <ConfirmDialog {...dialog} onConfirm={confirm} />
}

const orGone = (message: string | undefined) => (failure: unknown) => {
  if (message && failure instanceof ApiError && failure.code === 'not_found') return { message }
  throw failure
}
