import { useState } from 'react'
import { lazy } from '../../shell/lazy.tsx'
import { useInnermostDialog } from '../../ui/open-dialogs.ts'
import type { BulkResult } from './result-dialog.tsx'

const ResultDialog = lazy(() => import('./result-dialog.tsx'))

/** One result after another, never over another dialog. */
export function BulkResults({ of, onRead }: { of: readonly BulkResult[]; onRead: () => void }) {
  const isFree = useInnermostDialog() === undefined
  const [isShown, setShown] = useState(false)
  const [first] = of
  if (first && isFree && !isShown) setShown(true)
  if (!first || !isShown) return null
  const close = () => {
    setShown(false)
    onRead()
  }
  return <ResultDialog {...first} onClose={close} />
}
