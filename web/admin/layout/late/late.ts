// Parts of the frame that no screen waits for.
import { preload } from '../../../shell/lazy.tsx'
import { ReservationDialog } from '../../reservation-dialog/late-dialog.tsx'

export { UndoStrip } from '../../reservation-dialog/undo-strip.tsx'
export { AttentionLinks } from './attention.tsx'
export { GlobalSearch } from './global-search.tsx'
export { GuidedSetup } from './guided-setup.tsx'
export { MailOutage } from './mail-outage.tsx'
export { PasswordQuestion } from './password-question.tsx'
export { SessionHold } from './session-hold.tsx'
export { UnsentNote } from '../../components/marks/unsent-note.tsx'
export { UnsavedHold } from './unsaved-hold.tsx'
export { Who } from './who.tsx'

void preload([ReservationDialog.load])
