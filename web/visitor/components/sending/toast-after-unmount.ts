import { hasUserId } from '../../../api/session.ts'
import { visitorToast } from '../../../ui/toast.ts'

/**
 * Shows a failure as a toast when its visitor has gone on to another screen: on a bad network an answer can take most
 * of a minute. One who has signed out sees none. `what` names what failed, as nothing else there does.
 */
export const toastAfterUnmount = (what: string) => (text: string) => {
  if (hasUserId()) visitorToast.error(`${what} · ${text}`)
}
