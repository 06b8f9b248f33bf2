import { retryMails } from '../../../../contract/admin/mails.ts'
import { call } from '../../../api/client.ts'
import { figures } from '../../../ui/figures.ts'
import { ActionButton } from '../../components/action-button.tsx'
import { refreshMails, SOON_MS } from '../../components/resend-mail.ts'
import { useMay } from '../../components/use-may.ts'
import { tryWithToast } from '../../components/with-toast.ts'

async function retry() {
  await tryWithToast(() => call(retryMails, {}), '메일 발송을 다시 시도하지 못했습니다.')
  await new Promise((resolve) => setTimeout(resolve, SOON_MS))
  await refreshMails()
}

/** On every screen: members wait for these mails. */
export function MailOutage({ delayed }: { delayed: number }) {
  const may = useMay()
  return (
    <div role="status">
      {delayed > 0 && (
        <div className="center row strong admin-layout__rehearsal mail-outage" data-wrap>
          <span {...figures()}>{`메일 ${delayed.toLocaleString('ko')}통 지연 · 메일 서버 응답 없음`}</span>
          {may(retryMails) && (
            <ActionButton size="small" act={retry}>
              지금 다시 시도
            </ActionButton>
          )}
        </div>
      )}
    </div>
  )
}
