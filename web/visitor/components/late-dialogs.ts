import { lazy, QUIETLY } from '../../shell/lazy.tsx'

// A first visit does without the dialogs, which are fetched ahead right after it: nobody needs one before the screen
// stands.
export const AlertDialog = lazy(() => import('../../ui/dialog/alert-dialog.tsx'), QUIETLY)
export const SignOutDialog = lazy(() => import('./sign-out-dialog.tsx'), QUIETLY)
