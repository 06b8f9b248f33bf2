import { addWebhook, changeWebhook, listWebhooks, type Webhook } from '../../../../contract/admin/webhooks.ts'
import { WEBHOOK_EVENT_TEXT } from '../../../../contract/text/integration-text.ts'
import { WEBHOOK_EVENTS } from '../../../../domain/webhook.ts'
import { EVENT_GROUPS } from './delivery-text.ts'
import { call } from '../../../api/client.ts'
import { confirmed, failureText } from '../../components/with-toast.ts'
import { refresh } from '../../../api/reads/use-read.ts'
import { Checkbox } from '../../../ui/choice/checkbox.tsx'
import { Field } from '../../../ui/controls.tsx'
import { useForm, type Typed } from '../../../ui/form/form.tsx'
import { adminToast } from '../../../ui/toast.ts'
import { EditDialog } from '../../components/form-dialog.tsx'
import { fieldsWithCurrent, useEditConflict } from '../../components/edit-conflict.tsx'

type Props = {
  /** Null for a new one. */
  webhook: Webhook | null
  onAdded: (made: { webhook: Webhook; secret: string }) => void
  onClose: () => void
}

const partsOf = ({ name, url, events, is_on }: Webhook) => ({ name, url, events, is_on })

/** One checkbox per event; the call takes a list. */
const complete = ({ chosen, ...typed }: Typed) => ({
  ...typed,
  events: WEBHOOK_EVENTS.filter((_, at) => (chosen as Typed)[at]),
})

export default function WebhookDialog({ webhook, onAdded, onClose }: Props) {
  const { conflict, changeOf, attempt } = useEditConflict(
    webhook ? partsOf(webhook) : undefined,
    async () => {
      const latest = (await call(listWebhooks, {})).find(({ id }) => id === webhook?.id)
      return latest && partsOf(latest)
    },
  )
  const form = useForm({
    schema: addWebhook.body!,
    initial: { name: webhook?.name ?? '', url: webhook?.url ?? 'https://' },
    complete,
    submit: async (body) => {
      if (!webhook) {
        const made = await confirmed(() => call(addWebhook, { body }))
        void refresh(listWebhooks)
        return onAdded(made)
      }
      const params = { id: webhook.id }
      const saved = await attempt((expected) =>
        confirmed(() => call(changeWebhook, { params, body: { ...body, expected } })),
      )
      if (!saved) return undefined
      adminToast.success(saved.message)
      await refresh(listWebhooks)
      return onClose()
    },
    failed: (failure) => failureText(failure, '웹훅을 저장하지 못했습니다.'),
  })
  const field = fieldsWithCurrent(form, changeOf)
  const chosen: readonly string[] = webhook?.events ?? EVENT_GROUPS[0].events
  return (
    <EditDialog title={webhook ? '웹훅 수정' : '웹훅 추가'} {...{ form, conflict, onClose }}>
      <Field label="이름" required maxLength={100} placeholder="문자 발송" {...field('name')} />
      <Field
        label="받는 주소"
        required
        type="url"
        inputMode="url"
        maxLength={500}
        autoComplete="off"
        spellCheck={false}
        {...field('url', '', '예약 정보와 연락처를 이 주소로 보냅니다.')}
      />
      {EVENT_GROUPS.map(({ name, events }) => (
        <fieldset key={name} className="integrations__events">
          <legend className="strong">{name}</legend>
          {events.map((event) => (
            <Checkbox
              key={event}
              name={`chosen.${WEBHOOK_EVENTS.indexOf(event)}`}
              defaultChecked={chosen.includes(event)}
            >
              {WEBHOOK_EVENT_TEXT[event]}
            </Checkbox>
          ))}
        </fieldset>
      ))}
      <div>
        <Checkbox name="is_on" defaultChecked={webhook?.is_on ?? true} aria-describedby="webhook-off">
          사용
        </Checkbox>
        <p className="field__hint" id="webhook-off">
          꺼 두면 알림을 48시간 동안 보관하고, 다시 켜면 순서대로 보냅니다.
        </p>
      </div>
    </EditDialog>
  )
}
