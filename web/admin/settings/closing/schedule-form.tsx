import { useState } from 'react'
import {
  changeClosingSettings,
  getClosing,
  getClosingSettings,
  type ClosingSettings,
} from '../../../../contract/admin/closing.ts'
import { call } from '../../../api/client.ts'
import { refresh } from '../../../api/reads/use-read.ts'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/choice/checkbox.tsx'
import { Field } from '../../../ui/field.tsx'
import { FormError } from '../../../ui/form/form-error.tsx'
import { useForm } from '../../../ui/form/use-form.ts'
import { adminToast } from '../../../ui/toast.ts'
import { EditConflictNotice, fieldsWithCurrent } from '../../components/edit-dialog.tsx'
import { saySaved } from '../../components/say-saved.ts'
import { useEditConflict } from '../../components/use-edit-conflict.ts'
import { failureText } from '../../components/with-toast.ts'

const FAILED = '행사 마감 설정 저장에 실패했습니다.'

type Props = {
  from: ClosingSettings
  stored: ClosingSettings
  begin: (latest: ClosingSettings) => void
  goOn: (saved: ClosingSettings) => void
}

/** When personal data go by themselves. */
export function ScheduleForm({ from, stored, begin, goOn }: Props) {
  const [isOn, setOn] = useState(from.erase_after_days !== null)
  const [withBackups, setWithBackups] = useState(from.erase_backups)
  const { conflict, latest, changeOf, attempt } = useEditConflict(
    from,
    () => call(getClosingSettings, {}),
    stored,
  )
  const form = useForm({
    schema: changeClosingSettings.body!,
    initial: { erase_after_days: from.erase_after_days ?? 90 },
    complete: (typed) => ({
      erase_after_days: isOn ? Number(typed['erase_after_days'] || Number.NaN) : null,
      erase_backups: withBackups,
    }),
    submit: async (body) => {
      const saved = await attempt((expected) => call(changeClosingSettings, { body: { ...body, expected } }))
      if (!saved) return
      goOn(saved.settings)
      saySaved(form.props.ref.current)
      adminToast.success(saved.message)
      await refresh(getClosing)
    },
    failed: (failure) => {
      const text = failureText(failure, FAILED)
      adminToast.error(text)
      return text
    },
  })
  const days = fieldsWithCurrent(form, changeOf)('erase_after_days', '일')
  return (
    <form {...form.props} className="start card stack" aria-label="개인정보 자동 삭제">
      <h2>개인정보 자동 삭제</h2>
      <EditConflictNotice text={conflict} onStartOver={() => latest && begin(latest)} />
      <Checkbox checked={isOn} onChange={(event) => setOn(event.target.checked)}>
        행사가 끝나고 정해진 기간이 지나면 자동으로 삭제
      </Checkbox>
      {isOn && (
        <>
          <Field
            label="마지막 날부터 며칠 뒤"
            type="number"
            inputMode="numeric"
            min={1}
            max={3650}
            required
            {...days}
            hint={
              days.hint ??
              '일주일 전에 문의 이메일과 화면 위쪽에서 알립니다. 날짜를 추가하면 함께 늦춰집니다.'
            }
          />
          <Checkbox checked={withBackups} onChange={(event) => setWithBackups(event.target.checked)}>
            그때까지의 야간 백업도 함께 삭제
          </Checkbox>
        </>
      )}
      <FormError text={form.error} />
      <div>
        <Button type="submit" kind={conflict === null ? 'secondary' : 'danger'} pending={form.pending}>
          {conflict === null ? '자동 삭제 저장' : '내 내용으로 저장'}
        </Button>
      </div>
    </form>
  )
}
