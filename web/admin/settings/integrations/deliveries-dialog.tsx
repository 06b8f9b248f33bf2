import { getAttention } from '../../../../contract/admin/attention.ts'
import {
  listWebhookDeliveries,
  listWebhooks,
  resendDeliveries,
  testWebhook,
  type Webhook,
  type WebhookDelivery,
} from '../../../../contract/admin/webhooks.ts'
import { deliveryText } from '../../../../contract/text/integration-text.ts'
import { call } from '../../../api/client.ts'
import { refresh } from '../../../api/reads/use-read.ts'
import { momentText } from '../../../components/reservation/reservation-text.ts'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { Badge } from '../../../ui/list/badge.tsx'
import { Cell, Row, Table } from '../../../ui/list/table.tsx'
import { Skeletons } from '../../../ui/page.tsx'
import { ActionButton } from '../../components/action-button.tsx'
import { LoadState, useReads } from '../../components/load-state.tsx'
import { usePolledSoon } from '../../components/use-polled-soon.ts'
import { tryWithToast } from '../../components/with-toast.ts'
import { DELIVERY_STATUS, problemOf } from './delivery-text.ts'
import { figures } from '../../../ui/figures.ts'

type Props = { webhook: Webhook; onClose: () => void }

export default function DeliveriesDialog({ webhook, onClose }: Props) {
  const params = { id: webhook.id }
  const deliveries = useDeliveries(params)
  const reads = useReads({ deliveries }, '보낸 알림을 불러오지 못했습니다.', { isBanner: true })
  const hasFailed = deliveries.data?.some(({ status, type }) => status === 'failed' && type !== 'ping')
  return (
    <Dialog
      title={`${webhook.name} · 보낸 알림`}
      wide
      onClose={onClose}
      actions={
        <>
          {hasFailed && webhook.is_on && (
            <ActionButton
              act={() => send(() => call(resendDeliveries, { params, body: { all_failed: true } }))}
            >
              실패한 알림 모두 다시 보내기
            </ActionButton>
          )}
          <ActionButton kind="primary" act={() => send(() => call(testWebhook, { params }))}>
            테스트 보내기
          </ActionButton>
        </>
      }
    >
      <LoadState reads={reads} skeleton={<Skeletons count={4} shape="cell" />}>
        {({ deliveries: found }) =>
          found.length === 0 ? (
            <p>아직 보낸 알림이 없습니다. 테스트를 보내 받는 곳이 잘 받는지 확인해보세요.</p>
          ) : (
            <DeliveryTable deliveries={found} />
          )
        }
      </LoadState>
    </Dialog>
  )
}

const useDeliveries = (params: { id: number }) =>
  usePolledSoon(
    listWebhookDeliveries,
    { params },
    (data) => data?.some(({ status, attempts }) => status === 'waiting' && attempts <= 1),
    [listWebhooks, getAttention],
  )

async function send(write: () => Promise<{ message: string }>) {
  await tryWithToast(write, '보내지 못했습니다.')
  void refresh(listWebhookDeliveries, listWebhooks, getAttention)
}

const COLUMNS = [{ name: '알림' }, { name: '상태' }, { name: '일시' }]

const DeliveryTable = ({ deliveries }: { deliveries: readonly WebhookDelivery[] }) => (
  <Table label="보낸 알림" columns={COLUMNS}>
    {deliveries.map((delivery) => (
      <Row key={delivery.id}>
        <Cell kind="title">
          <span>{deliveryText(delivery.type)}</span>
          {delivery.reservation_id !== null && (
            <span {...figures('settings__beneath')}>예약 {delivery.reservation_id}번</span>
          )}
          {delivery.member_id !== null && (
            <span {...figures('settings__beneath')}>회원 {delivery.member_id}번</span>
          )}
        </Cell>
        <Cell label="상태">
          <DeliveryFate delivery={delivery} />
        </Cell>
        <Cell label="일시">
          <span {...figures('settings__moment')}>{momentText(delivery.occurred_at)}</span>
        </Cell>
      </Row>
    ))}
  </Table>
)

function DeliveryFate({ delivery }: { delivery: WebhookDelivery }) {
  const { text, tone } = DELIVERY_STATUS[delivery.status]
  const problem = problemOf(delivery)
  const next = delivery.status === 'waiting' && delivery.answer !== null && delivery.next_try_at
  return (
    <span className="integrations__fate">
      <Badge tone={tone}>{text}</Badge>
      {problem && <span className="small">{problem}</span>}
      {delivery.attempts > 1 && <span {...figures('small')}>{delivery.attempts}번 시도</span>}
      {next && <span {...figures('small')}>{momentText(next)} 다시 시도</span>}
    </span>
  )
}
