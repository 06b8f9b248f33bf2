import { Suspense } from 'react'
import { lazyScreen } from '../../shell/lazy-screen.tsx'
import type { BulkDialogProps } from './bulk-dialog.tsx'

export const loadBulkDialog = () => import('./bulk-dialog.tsx')

const Dialog = lazyScreen(loadBulkDialog)

/** The decision about many, fetched shortly after the queue. */
export const BulkDialog = (props: BulkDialogProps) => (
  <Suspense fallback={null}>
    <Dialog {...props} />
  </Suspense>
)
