import { hasUserId } from '../../api/session.ts'
import { visitorToast } from '../../ui/toast.ts'

/**
 * Tells of something that failed after its visitor had gone on to another screen: on a bad network an answer can take
 * most of a minute. Who has signed out meanwhile is no longer told. `what` names it, as nothing else there does.
 */
export const toastAfterUnmount = (what: string) => (text: string) => {
  if (hasUserId()) visitorToast.error(`${what} · ${text}`)
}
