import { getAttention } from '../../../../contract/admin/attention.ts'
import { listWebhooks, resendDeliveries } from '../../../../contract/admin/webhooks.ts'
import { call } from '../../../api/client.ts'
import { refresh, usePolled } from '../../../api/reads/use-read.ts'
import { ActionButton } from '../../components/action-button.tsx'
import { tryWithToast } from '../../components/with-toast.ts'
import { figures } from '../../../ui/figures.ts'
import '../resend-many.css'

export default function FailedDeliveries() {
  const webhooks = usePolled(listWebhooks, {}).data ?? []
  const resend = async (id: number) => {
    const params = { id }
    await tryWithToast(
      () => call(resendDeliveries, { params, body: { all_failed: true } }),
      '다시 보내지 못했습니다.',
    )
    void refresh(listWebhooks, getAttention)
  }
  return webhooks
    .filter(({ failed, is_on }) => failed > 0 && is_on)
    .map(({ id, name, failed }) => (
      <div
        key={id}
        className="row resend-many"
        data-wrap
        role="group"
        aria-label={`실패한 웹훅 알림: ${name}`}
      >
        <p {...figures('resend-many__status strong')}>
          {name} 웹훅으로 보내지 못한 알림 {failed.toLocaleString('ko')}건
        </p>
        <ActionButton size="small" act={() => resend(id)}>
          다시 보내기
          <span {...figures('visually-hidden')}>: {name} 웹훅</span>
        </ActionButton>
      </div>
    ))
}
