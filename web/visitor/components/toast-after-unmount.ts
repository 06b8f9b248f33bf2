import { hasUserId } from '../../api/session.ts'
import { visitorToast } from '../../ui/toast.ts'

/** For answers after the visitor left the screen. `what` names what failed; silent after a logout. */
export const toastAfterUnmount = (what: string) => (text: string) => {
  if (hasUserId()) visitorToast.error(`${what} · ${text}`)
}
