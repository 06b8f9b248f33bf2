import type { ListedMail } from '../../../contract/admin/mails.ts'
import { momentText } from '../../components/reservation/reservation-text.ts'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { resend } from './resend-mail.ts'

/** Confirm before resending a delivered mail. */
export const ResendDialog = ({ mail, onClose }: { mail: ListedMail; onClose: () => void }) => (
  <ConfirmDialog
    title="메일 다시 보내기"
    kind="primary"
    action="다시 보내기"
    onConfirm={() => resend(mail)}
    onClose={onClose}
  >
    <p>
      <span translate="no">{mail.sent_at && `${momentText(mail.sent_at)}에 `}</span>이미 발송된 메일입니다.{' '}
      <strong>{mail.to}</strong> 주소로 다시 보내시겠습니까?
    </p>
  </ConfirmDialog>
)
