import { getAttention } from '../../../contract/admin/attention.ts'
import { listMails, resendMail } from '../../../contract/admin/mails.ts'
import { getReservationContext } from '../../../contract/admin/reservation-context.ts'
import { call } from '../../api/client.ts'
import { refresh } from '../../api/reads/use-read.ts'
import { withToast } from './with-toast.ts'

/** How often it is asked what became of a mail that has just been asked for. */
export const SOON_MS = 2_000

/** Asks anew for everything that shows what became of mails. */
export const refreshMails = (): Promise<void> => refresh(listMails, getReservationContext, getAttention)

/** Sends a mail once more, and says how that went. */
export async function resend({ id }: { id: number }): Promise<void> {
  try {
    await withToast(() => call(resendMail, { params: { id: String(id) } }), '메일을 다시 보내지 못했습니다.')
  } catch {
    // It was said by a toast.
  } finally {
    await refreshMails()
  }
}
