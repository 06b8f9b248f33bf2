import { getAttention } from '../../../contract/admin/attention.ts'
import { listMails, resendMail } from '../../../contract/admin/mails.ts'
import { getReservationContext } from '../../../contract/admin/reservation-context.ts'
import { call } from '../../api/client.ts'
import { refresh } from '../../api/reads/use-read.ts'
import { tryWithToast } from './with-toast.ts'

/** Polling interval while a resent mail is on its way. */
export const SOON_MS = 2_000

export const MAIL_READS = [listMails, getReservationContext, getAttention]

export const refreshMails = (): Promise<void> => refresh(...MAIL_READS)

export async function resend({ id }: { id: number }) {
  await tryWithToast(() => call(resendMail, { params: { id } }), '메일을 다시 보내지 못했습니다.')
  await refreshMails()
}
