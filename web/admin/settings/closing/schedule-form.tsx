import { useState } from 'react'
import { getClosing } from '../../../../contract/admin/closing.ts'
import { closingSettings } from '../../../../contract/admin/settings.ts'
import type { ResponseOf } from '../../../../contract/endpoint.ts'
import { POLL_MS, refresh } from '../../../api/reads/use-read.ts'
import { Checkbox } from '../../../ui/choice/checkbox.tsx'
import { Field } from '../../../ui/field.tsx'
import type { fieldsWithCurrent } from '../../components/edit-dialog.tsx'
import { SettingsForm } from '../settings-form.tsx'

export const ScheduleForm = () => (
  <SettingsForm
    section={closingSettings}
    className="start"
    label="개인정보 자동 삭제"
    title="개인정보 자동 삭제"
    name="행사 마감 설정"
    object="행사 마감 설정을"
    action="자동 삭제 저장"
    kind="secondary"
    poll={POLL_MS}
    stays
    complete={({ is_on, erase_after_days, erase_backups }, from) => ({
      erase_after_days: is_on ? Number(erase_after_days || Number.NaN) : null,
      erase_backups: erase_backups ?? from.erase_backups,
    })}
    onSaved={() => refresh(getClosing)}
  >
    {({ from, field }) => <Choices from={from} field={field} />}
  </SettingsForm>
)

type ChoicesProps = {
  from: ResponseOf<typeof closingSettings.get>
  field: ReturnType<typeof fieldsWithCurrent>
}

function Choices({ from, field }: ChoicesProps) {
  const [isOn, setOn] = useState(from.erase_after_days !== null)
  const days = field('erase_after_days', '일')
  return (
    <>
      <Checkbox name="is_on" checked={isOn} onChange={(event) => setOn(event.target.checked)}>
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
            defaultValue={days.defaultValue ?? 90}
            hint={
              days.hint ??
              '일주일 전에 문의 이메일과 화면 위쪽에서 알립니다. 날짜를 추가하면 함께 늦춰집니다.'
            }
          />
          <Checkbox name="erase_backups" defaultChecked={from.erase_backups}>
            그때까지의 야간 백업도 함께 삭제
          </Checkbox>
        </>
      )}
    </>
  )
}
