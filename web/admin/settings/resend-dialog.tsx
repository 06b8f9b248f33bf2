import type { ListedMail } from '../../../contract/admin/mails.ts'
import { ConfirmDialog } from '../components/confirm-dialog.tsx'
import { momentText } from '../../components/reservation/reservation-text.ts'

type Props = { mail: ListedMail; onResend: (mail: ListedMail) => Promise<void>; onClose: () => void }

export const ResendDialog = ({ mail, onResend, onClose }: Props) => (
  <ConfirmDialog
    title="메일 다시 보내기"
    kind="primary"
    action="다시 보내기"
    onConfirm={() => onResend(mail)}
    onClose={onClose}
  >
    <p>
      {mail.sent_at && `${momentText(mail.sent_at)}에 `}이미 발송된 메일입니다. <strong>{mail.to}</strong>{' '}
      주소로 다시 보내시겠습니까?
    </p>
  </ConfirmDialog>
)
