import {
  changeWaitlistSettings,
  getWaitlistSettings,
  type WaitlistSettings,
} from '../../../../contract/admin/waitlist.ts'
import { call } from '../../../api/client.ts'
import { patchCache, useRead } from '../../../api/reads/use-read.ts'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { FormError } from '../../../ui/form/form-error.tsx'
import { useForm } from '../../../ui/form/use-form.ts'
import { adminToast } from '../../../ui/toast.ts'
import { EditConflictNotice, fieldsWithCurrent } from '../../components/edit-dialog.tsx'
import { useEditConflict } from '../../components/use-edit-conflict.ts'
import { failureText } from '../../components/with-toast.ts'
import { SettingsSection } from '../settings-section.tsx'

const FAILED = '자리 대기 설정 저장에 실패했습니다.'

/** How many times one member may wait for at once, or that nobody may. */
export default function WaitlistSection() {
  return (
    <SettingsSection
      settings={useRead(getWaitlistSettings, {})}
      failed="자리 대기 설정을 불러오는데 실패했습니다."
    >
      {({ from, stored, begin }) => <Form from={from} waiting={stored.waiting} onBegin={begin} />}
    </SettingsSection>
  )
}

const keep = (settings: WaitlistSettings) => patchCache(getWaitlistSettings, () => settings)

async function readLatest(): Promise<WaitlistSettings> {
  const latest = await call(getWaitlistSettings, {})
  await keep(latest)
  return latest
}

type FormProps = {
  from: WaitlistSettings
  waiting: number
  onBegin: (latest: WaitlistSettings) => void
}

function Form({ from, waiting, onBegin }: FormProps) {
  const { conflict, latest, changeOf, attempt } = useEditConflict(from, readLatest)
  const form = useForm({
    schema: changeWaitlistSettings.body!,
    initial: { max_waitlist_entries: from.max_waitlist_entries },
    submit: async (body) => {
      const saved = await attempt(({ max_waitlist_entries }) =>
        call(changeWaitlistSettings, { body: { ...body, expected: { max_waitlist_entries } } }),
      )
      if (!saved) return
      await keep(saved.settings)
      onBegin(saved.settings)
      adminToast.success(saved.message)
    },
    failed: (failure) => {
      const text = failureText(failure, FAILED)
      adminToast.error(text)
      return text
    },
  })
  const limit = fieldsWithCurrent(form, changeOf)('max_waitlist_entries', '건')
  return (
    <form {...form.props} className="card stack">
      <h2>자리 대기</h2>
      <p className="muted">
        이미 예약된 시간에 회원이 신청서를 미리 내고 기다립니다. 자리가 나면 VVIP, VIP, 일반 순으로, 같은
        등급에서는 먼저 기다린 순서로 예약이 신청됩니다. 승인은 다른 예약과 같습니다.
      </p>
      <EditConflictNotice text={conflict} onStartOver={() => latest && onBegin(latest)} />
      <Field
        label="회원 한 명의 자리 대기 한도"
        type="number"
        inputMode="numeric"
        min={0}
        max={99}
        required
        {...limit}
        hint={
          limit.hint ??
          '한 번에 기다릴 수 있는 최대 건수입니다. 0으로 저장하면 자리 대기를 받지 않으며, 이미 기다리는 회원은 그대로 순서를 지킵니다.'
        }
      />
      <p className="numerals">
        {waiting > 0 ? `지금 자리 대기가 ${waiting}건 있습니다.` : '지금은 자리 대기가 없습니다.'}
      </p>
      <FormError text={form.error} />
      <div>
        <Button type="submit" kind={conflict === null ? 'primary' : 'danger'} pending={form.pending}>
          {conflict === null ? '자리 대기 설정 저장' : '내 내용으로 저장'}
        </Button>
      </div>
    </form>
  )
}
