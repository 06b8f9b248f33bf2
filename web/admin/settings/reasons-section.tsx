import { changeReasons, getReasons, type Reasons } from '../../../contract/admin/reasons.ts'
import { MAX_PRESETS } from '../../../domain/reason-presets.ts'
import { call } from '../../api/client.ts'
import { patchCache, useRead } from '../../api/reads/use-read.ts'
import { Button } from '../../ui/button.tsx'
import { FormError } from '../../ui/form/form-error.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { adminToast } from '../../ui/toast.ts'
import { EditConflictNotice, fieldsWithCurrent } from '../components/edit-dialog.tsx'
import { useEditConflict } from '../components/use-edit-conflict.ts'
import { failureText } from '../components/with-toast.ts'
import { SettingsSection } from './settings-section.tsx'

const FAILED = '처리 사유 저장에 실패했습니다.'

/** The reasons that all administrators are offered when they reject or cancel. */
export default function ReasonsSection() {
  return (
    <SettingsSection
      settings={useRead(getReasons, {})}
      failed="처리 사유를 불러오는데 실패했습니다."
      cards={2}
    >
      {({ from, begin }) => <ReasonsForm from={from} onBegin={begin} />}
    </SettingsSection>
  )
}

const keepReasons = (reasons: Reasons) => patchCache(getReasons, () => reasons)

async function readLatest(): Promise<Reasons> {
  const latest = await call(getReasons, {})
  await keepReasons(latest)
  return latest
}

function ReasonsForm({ from, onBegin }: { from: Reasons; onBegin: (latest: Reasons) => void }) {
  const { conflict, latest, changeOf, attempt } = useEditConflict(from, readLatest)
  const form = useForm({
    schema: changeReasons.body!,
    initial: from,
    submit: async (body) => {
      const saved = await attempt((expected) => call(changeReasons, { body: { ...body, expected } }))
      if (!saved) return
      await keepReasons(saved.reasons)
      onBegin(saved.reasons)
      adminToast.success(saved.message)
    },
    failed: (failure) => {
      const text = failureText(failure, FAILED)
      adminToast.error(text)
      return text
    },
  })
  const field = fieldsWithCurrent(form, changeOf)
  const [reject, cancel] = [field('reject_reasons'), field('cancel_reasons')]
  const hint = `한 줄에 하나씩, ${MAX_PRESETS}개까지 입력합니다. 거절하거나 취소할 때 골라 쓸 수 있으며 모든 관리자가 함께 사용합니다.`
  return (
    <form {...form.props} className="card stack">
      <h2>자주 쓰는 처리 사유</h2>
      <EditConflictNotice text={conflict} onStartOver={() => latest && onBegin(latest)} />
      <TextField label="거절 사유" optional rows={6} {...reject} hint={reject.hint ?? hint} />
      <TextField label="취소 사유" optional rows={6} {...cancel} hint={cancel.hint ?? hint} />
      <FormError text={form.error} />
      <div>
        <Button type="submit" kind={conflict === null ? 'primary' : 'danger'} pending={form.pending}>
          {conflict === null ? '처리 사유 저장' : '내 내용으로 저장'}
        </Button>
      </div>
    </form>
  )
}
