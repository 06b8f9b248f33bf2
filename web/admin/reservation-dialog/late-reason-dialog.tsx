import { Suspense } from 'react'
import { lazyScreen } from '../../shell/lazy-screen.tsx'
import type { ReasonDialogProps } from './reason-dialog.tsx'

export const loadReasonDialog = () => import('./reason-dialog.tsx')

const Dialog = lazyScreen(loadReasonDialog)

/** The question for a reason, fetched when it is first asked or, with `usePreload`, shortly before. */
export const ReasonDialog = (props: ReasonDialogProps) => (
  <Suspense fallback={null}>
    <Dialog {...props} />
  </Suspense>
)
