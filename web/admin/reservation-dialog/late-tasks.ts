import { lazy } from '../../shell/lazy.tsx'

/** The question for a reason, fetched when it is first asked or, with `usePreload`, shortly before. */
export const ReasonDialog = lazy(() => import('./reason-dialog.tsx'))

/** The move of a reservation. */
export const MoveDialog = lazy(() => import('./move/move-dialog.tsx'))
