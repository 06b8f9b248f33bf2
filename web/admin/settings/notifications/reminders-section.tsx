import { getReminderSettings } from '../../../../contract/admin/reminders.ts'
import { useRead } from '../../../api/reads/use-read.ts'
import { RemindersForm } from './reminders-form.tsx'
import { SettingsSection } from '../settings-section.tsx'

/** When members are reminded of what is agreed, and the approver of what waits. */
export function RemindersSection() {
  return (
    <SettingsSection
      settings={useRead(getReminderSettings, {})}
      failed="알림 설정을 불러오는데 실패했습니다."
      cards={2}
    >
      {({ from, begin }) => <RemindersForm from={from} onBegin={begin} />}
    </SettingsSection>
  )
}
