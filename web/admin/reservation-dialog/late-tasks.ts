import { lazy } from '../../shell/lazy.tsx'

/** Loaded on first use, or before with `usePreload`. */
export const ReasonDialog = lazy(() => import('./reason-dialog.tsx'))

export const MoveDialog = lazy(() => import('./move/move-dialog.tsx'))
