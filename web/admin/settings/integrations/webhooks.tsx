import { useRef, useState } from 'react'
import {
  deleteWebhook,
  listWebhooks,
  renewWebhookSecret,
  type Webhook,
} from '../../../../contract/admin/webhooks.ts'
import { isReceiverDead } from '../../../../domain/webhook.ts'
import { call } from '../../../api/client.ts'
import { useNow } from '../../../browser/clock.ts'
import { confirmed, withToast } from '../../components/with-toast.ts'
import { refresh, usePolled } from '../../../api/reads/use-read.ts'
import { momentText } from '../../../components/reservation/reservation-text.ts'
import { lazy } from '../../../shell/lazy.tsx'
import { Button } from '../../../ui/controls.tsx'
import { useFocusFallback } from '../../../ui/dialog/use-focus-fallback.ts'
import { Badge } from '../../../ui/list/badge.tsx'
import { IconButton } from '../../../ui/list/icon-button.tsx'
import { Cell, Row, Table } from '../../../ui/list/table.tsx'
import { EmptyState, Skeletons } from '../../../ui/page.tsx'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { LoadState, useReads } from '../../components/load-state.tsx'
import { WriteDialog } from '../../components/write-dialog.tsx'
import { DELIVERY_STATUS, eventsText } from './delivery-text.ts'
import { figures } from '../../../ui/figures.ts'

const WebhookDialog = lazy(() => import('./webhook-dialog.tsx'))
const DeliveriesDialog = lazy(() => import('./deliveries-dialog.tsx'))
const SecretDialog = lazy(() => import('./secret-dialog.tsx'))

const SECRET_HINT =
  '받는 프로그램이 이 키로 서명을 확인하면, 알림이 이 서비스에서 온 것이고 바뀌지 않았다는 것을 알 수 있습니다.'

type Task =
  | { kind: 'add' | 'none' }
  | { kind: 'edit' | 'deliveries' | 'renew' | 'delete'; webhook: Webhook }
  | { kind: 'secret'; secret: string }

export function Webhooks() {
  const webhooks = usePolled(listWebhooks, {})
  const reads = useReads({ webhooks }, '웹훅 목록을 불러오는데 실패했습니다.', { isBanner: true })
  const holder = useFocusFallback<HTMLElement>()
  const [task, setTask] = useState<Task>({ kind: 'none' })
  return (
    <section className="stack" data-gap="12" ref={holder} aria-labelledby="webhooks">
      <div className="row integrations__head" data-wrap data-spread>
        <h2 id="webhooks" tabIndex={-1}>
          웹훅
        </h2>
        <Button onClick={() => setTask({ kind: 'add' })}>웹훅 추가</Button>
      </div>
      <p className="muted">
        예약이나 회원 정보가 바뀌면 다른 프로그램에 바로 알립니다. 문자나 메신저 발송 서비스를 연결할 수
        있습니다.
      </p>
      <LoadState reads={reads} skeleton={<Skeletons count={2} shape="cell" />}>
        {({ webhooks: found }) =>
          found.length === 0 ? (
            <EmptyState title="등록된 웹훅이 없습니다.">
              받는 주소를 추가하면 예약 알림을 보낼 수 있습니다.
            </EmptyState>
          ) : (
            <WebhookTable webhooks={found} onTask={setTask} />
          )
        }
      </LoadState>
      <TaskDialog task={task} onTask={setTask} />
    </section>
  )
}

const COLUMNS = [
  { name: '이름' },
  { name: '상태' },
  { name: '알림' },
  { name: '마지막 알림' },
  { name: '기록과 서명' },
  { name: '수정과 삭제', quiet: true },
]

type TableProps = { webhooks: readonly Webhook[]; onTask: (task: Task) => void }

const WebhookTable = ({ webhooks, onTask }: TableProps) => (
  <Table label="웹훅" columns={COLUMNS}>
    {webhooks.map((webhook) => (
      <Row key={webhook.id}>
        <Cell kind="title">
          <span translate="no">{webhook.name}</span>
          <span className="settings__beneath integrations__url">{webhook.url}</span>
        </Cell>
        <Cell label="상태">
          <WebhookState webhook={webhook} />
        </Cell>
        <Cell label="알림">{eventsText(webhook.events)}</Cell>
        <Cell label="마지막 알림">
          <LastDelivery webhook={webhook} />
        </Cell>
        <Cell label="기록과 서명">
          <span className="integrations__actions">
            <Button size="small" onClick={() => onTask({ kind: 'deliveries', webhook })}>
              기록·테스트
              <span {...figures('visually-hidden')}>: {webhook.name}</span>
            </Button>
            <Button size="small" onClick={() => onTask({ kind: 'renew', webhook })}>
              새 서명 키<span {...figures('visually-hidden')}>: {webhook.name}</span>
            </Button>
          </span>
        </Cell>
        <Cell kind="actions">
          <IconButton
            icon="edit"
            name={`${webhook.name} 수정`}
            onClick={() => onTask({ kind: 'edit', webhook })}
          />
          <IconButton
            icon="trash"
            kind="danger"
            name={`${webhook.name} 삭제`}
            onClick={() => onTask({ kind: 'delete', webhook })}
          />
        </Cell>
      </Row>
    ))}
  </Table>
)

function WebhookState({ webhook }: { webhook: Webhook }) {
  const now = useNow(60_000)
  const { is_on, failed, waiting, failing_since, gone_at } = webhook
  const failing = failing_since === null ? null : Date.parse(failing_since)
  const isFailing = isReceiverDead({ is_on, is_gone: false, failing_since: failing }, now)
  return (
    <span className="integrations__fate">
      <Badge tone={is_on ? 'approved' : 'ended'}>{is_on ? '사용 중' : '꺼짐'}</Badge>
      {isFailing && <Badge tone="rejected">응답 없음</Badge>}
      {failed > 0 && <Badge tone="rejected">{`실패 ${failed.toLocaleString('ko')}건`}</Badge>}
      {isFailing && <span {...figures('small')}>{momentText(failing_since!)}부터</span>}
      {gone_at && (
        <span {...figures('small')}>{momentText(gone_at)} 받는 곳이 수신을 중단하여 꺼졌습니다. (410)</span>
      )}
      {waiting > 0 && (
        <span {...figures('small')}>
          {is_on ? '전송 대기' : '보관 중'} {waiting.toLocaleString('ko')}건
        </span>
      )}
    </span>
  )
}

function LastDelivery({ webhook: { last_delivery: last } }: { webhook: Webhook }) {
  if (!last) return <span className="muted">없음</span>
  return (
    <span {...figures()}>
      {momentText(last.done_at ?? last.occurred_at)} {DELIVERY_STATUS[last.status].text}
    </span>
  )
}

function TaskDialog({ task, onTask }: { task: Task; onTask: (task: Task) => void }) {
  const close = () => onTask({ kind: 'none' })
  switch (task.kind) {
    case 'none':
      return null
    case 'add':
    case 'edit':
      return (
        <WebhookDialog
          webhook={'webhook' in task ? task.webhook : null}
          onAdded={({ secret }) => onTask({ kind: 'secret', secret })}
          onClose={close}
        />
      )
    case 'deliveries':
      return <DeliveriesDialog webhook={task.webhook} onClose={close} />
    case 'renew':
      return (
        <RenewDialog
          webhook={task.webhook}
          onMade={(secret) => onTask({ kind: 'secret', secret })}
          onClose={close}
        />
      )
    case 'delete':
      return <DeleteDialog webhook={task.webhook} onClose={close} />
    case 'secret':
      return (
        <SecretDialog
          title="웹훅 서명 키"
          what="서명 키"
          secret={task.secret}
          hint={SECRET_HINT}
          onClose={close}
        />
      )
    default:
      return task satisfies never
  }
}

type RenewProps = { webhook: Webhook; onMade: (secret: string) => void; onClose: () => void }

function RenewDialog({ webhook, onMade, onClose }: RenewProps) {
  const isMade = useRef(false)
  const renew = async () => {
    const params = { id: webhook.id }
    const made = await withToast(
      () => confirmed(() => call(renewWebhookSecret, { params })),
      '서명 키를 만들지 못했습니다.',
    )
    isMade.current = true
    void refresh(listWebhooks)
    onMade(made.secret)
  }
  return (
    <ConfirmDialog
      title="새 서명 키 만들기"
      action="새 서명 키 만들기"
      kind="primary"
      onConfirm={renew}
      // The new key follows in its own dialog.
      onClose={() => isMade.current || onClose()}
    >
      <p>
        <strong translate="no">{webhook.name}</strong>의 서명 키를 새로 만듭니다. 지금 쓰는 키는 24시간 동안
        함께 사용할 수 있습니다.
      </p>
    </ConfirmDialog>
  )
}

const DeleteDialog = ({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) => (
  <WriteDialog
    title="웹훅 삭제"
    action="웹훅 1개 삭제"
    failed="웹훅을 삭제하지 못했습니다."
    before="이미 삭제되었습니다."
    write={() => confirmed(() => call(deleteWebhook, { params: { id: webhook.id } }))}
    refresh={() => refresh(listWebhooks)}
    onClose={onClose}
  >
    <p>
      <strong translate="no">{webhook.name}</strong> 웹훅을 삭제하시겠습니까? 보낸 기록과 아직 보내지 못한
      알림도 함께 삭제됩니다.
    </p>
  </WriteDialog>
)
