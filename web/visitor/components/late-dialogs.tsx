import { part } from './part.tsx'

// A first visit does without the dialogs, which are fetched ahead right after it: nobody needs one before the screen
// stands.
export const loadAlert = () => import('../../ui/dialog/alert-dialog.tsx')
export const loadSignOut = () => import('./sign-out/sign-out-dialog.tsx')

export const AlertDialog = part(loadAlert)
export const SignOutDialog = part(loadSignOut)
