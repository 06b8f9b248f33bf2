import { useState } from 'react'
import { getAttention } from '../../../../contract/admin/attention.ts'
import { listWebhooks, resendDeliveries } from '../../../../contract/admin/webhooks.ts'
import { call } from '../../../api/client.ts'
import { POLL_MS, refresh, useRead } from '../../../api/reads/use-read.ts'
import { Button } from '../../../ui/button.tsx'
import { withToast } from '../../components/with-toast.ts'
import './failed-deliveries.css'

export default function FailedDeliveries() {
  const webhooks = useRead(listWebhooks, {}, { poll: POLL_MS }).data ?? []
  const [pending, setPending] = useState<number | null>(null)
  const resend = async (id: number) => {
    setPending(id)
    try {
      const params = { id: String(id) }
      await withToast(
        () => call(resendDeliveries, { params, body: { all_failed: true } }),
        '다시 보내지 못했습니다.',
      )
    } catch {
      // withToast has shown it.
    } finally {
      setPending(null)
      await Promise.all([refresh(listWebhooks), refresh(getAttention)])
    }
  }
  return webhooks
    .filter(({ failed, is_on }) => failed > 0 && is_on)
    .map(({ id, name, failed }) => (
      <div key={id} className="failed-deliveries" role="group" aria-label={`실패한 웹훅 알림: ${name}`}>
        <p className="strong numerals">
          {name} 웹훅으로 보내지 못한 알림 {failed.toLocaleString('ko')}건
        </p>
        <Button size="small" pending={pending === id} onClick={() => void resend(id)}>
          다시 보내기<span className="visually-hidden">: {name} 웹훅</span>
        </Button>
      </div>
    ))
}
