import { reminderSettings, type ReminderSettings } from '../../../../contract/admin/settings.ts'
import { Checkbox } from '../../../ui/choice/checkbox.tsx'
import { Field } from '../../../ui/field.tsx'
import { CurrentChoice, type fieldsWithCurrent } from '../../components/edit-dialog.tsx'
import type { useEditConflict } from '../../components/use-edit-conflict.ts'
import { SettingsForm } from '../settings-form.tsx'
import './reminders-section.css'

export const RemindersSection = () => (
  <SettingsForm section={reminderSettings} name="알림 설정" object="알림 설정을" cards={2}>
    {(parts) => (
      <>
        <MemberReminders {...parts} />
        <ApproverAlerts {...parts} />
      </>
    )}
  </SettingsForm>
)

type PartProps = {
  from: ReminderSettings
  changeOf: ReturnType<typeof useEditConflict>['changeOf']
  field: ReturnType<typeof fieldsWithCurrent>
}

function MemberReminders({ from, changeOf, field }: PartProps) {
  const minutes = field('reminder_minutes', '분')
  return (
    <section className="reminder-settings__part stack" aria-labelledby="member-reminders">
      <h2 id="member-reminders">예약 알림</h2>
      <p className="muted small">
        승인된 예약이 다가오면 신청한 회원에게 알립니다. 예약이 취소되거나 취소 요청을 받으면 알리지 않고,
        예약을 옮기면 새 시간에 맞춰 알립니다.
      </p>
      <div className="reminder-settings__ticks">
        <Tick name="reminders" {...{ from, changeOf }}>
          예약 알림 사용
        </Tick>
        <Tick name="reminder_evening" {...{ from, changeOf }}>
          전날 저녁 6시에 알림
        </Tick>
        <Tick name="reminder_before" {...{ from, changeOf }}>
          시작 전에 알림
        </Tick>
        <Tick name="reminders_by_mail" {...{ from, changeOf }}>
          이메일로 보내기
        </Tick>
      </div>
      <Field
        label="시작 몇 분 전에 알릴까요"
        type="number"
        inputMode="numeric"
        min={5}
        max={180}
        {...minutes}
        hint={minutes.hint ?? '아직 보내지 않은 알림은 저장하는 즉시 새 시간으로 바뀝니다.'}
      />
    </section>
  )
}

function ApproverAlerts({ from, changeOf, field }: PartProps) {
  const hours = field('request_alert_hours', '시간')
  return (
    <section className="reminder-settings__part stack" aria-labelledby="approver-alerts">
      <h2 id="approver-alerts">기다리는 신청 알림</h2>
      <p className="muted small">
        예약 신청이나 취소 요청이 오래 기다리면 문의 이메일로 한 번에 모아 알립니다. 하루에 한 번 보내고, 알린
        신청을 모두 처리한 뒤에 다시 밀리면 한 번 더 보냅니다.
      </p>
      <div className="reminder-settings__ticks">
        <Tick name="request_alerts" {...{ from, changeOf }}>
          기다리는 신청을 이메일로 알림
        </Tick>
      </div>
      <Field
        label="몇 시간 넘게 기다리면 알릴까요"
        type="number"
        inputMode="numeric"
        min={1}
        max={72}
        {...hours}
        hint={hours.hint ?? '아래 업무 시간만 계산합니다.'}
      />
      <div className="reminder-settings__hours">
        <Field label="업무 시작 시각" type="time" {...field('request_hours_from')} />
        <Field label="업무 종료 시각" type="time" {...field('request_hours_until')} />
      </div>
    </section>
  )
}

type TickProps = Pick<PartProps, 'from' | 'changeOf'> & {
  name: 'reminders' | 'reminder_evening' | 'reminder_before' | 'reminders_by_mail' | 'request_alerts'
  children: string
}

function Tick({ name, from, changeOf, children }: TickProps) {
  const change = changeOf(name)
  return (
    <div>
      <Checkbox name={name} defaultChecked={from[name]}>
        {children}
      </Checkbox>
      {change && <CurrentChoice change={change} />}
    </div>
  )
}
