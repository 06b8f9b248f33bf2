import { Suspense } from 'react'
import { lazyScreen } from '../../shell/lazy-screen.tsx'
import type { WalkInProps } from './walk-in-dialog.tsx'

const Dialog = lazyScreen(() => import('./walk-in-dialog.tsx'))

/** The booking at the desk, fetched when it is first opened. */
export const WalkIn = (props: WalkInProps) => (
  <Suspense fallback={null}>
    <Dialog {...props} />
  </Suspense>
)
