import { lazy, QUIETLY } from '../../shell/lazy.tsx'

// Not part of the first visit: fetched right after it.
export const AlertDialog = lazy(() => import('../../ui/dialog/alert-dialog.tsx'), QUIETLY)
export const SignOutDialog = lazy(() => import('./sign-out-dialog.tsx'), QUIETLY)
