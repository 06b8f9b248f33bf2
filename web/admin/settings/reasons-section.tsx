import { reasonSettings } from '../../../contract/admin/settings.ts'
import { MAX_PRESETS } from '../../../domain/reason-presets.ts'
import { TextField } from '../../ui/form/form.tsx'
import { SettingsForm } from './settings-form.tsx'

const HINT = `한 줄에 하나씩, ${MAX_PRESETS}개까지 입력합니다. 거절하거나 취소할 때 골라 쓸 수 있으며 모든 관리자가 함께 사용합니다.`

export default function ReasonsSection() {
  return (
    <SettingsForm
      section={reasonSettings}
      title="자주 쓰는 처리 사유"
      name="처리 사유"
      object="처리 사유를"
      cards={2}
    >
      {({ field }) => (
        <>
          <TextField label="거절 사유" optional rows={6} {...field('reject_reasons', '', HINT)} />
          <TextField label="취소 사유" optional rows={6} {...field('cancel_reasons', '', HINT)} />
        </>
      )}
    </SettingsForm>
  )
}
