import { Suspense } from 'react'
import { lazyScreen } from '../../../shell/lazy-screen.tsx'
import type { MoveProps } from './move-dialog.tsx'

const Dialog = lazyScreen(() => import('./move-dialog.tsx'))

/** The move of a reservation, fetched when it is first opened. */
export const Move = (props: MoveProps) => (
  <Suspense fallback={null}>
    <Dialog {...props} />
  </Suspense>
)
