import { useState } from 'react'
import {
  deviceSettings,
  pushSettings,
  reminderSettings,
  type ReminderSettings,
} from '../../../../contract/admin/settings.ts'
import type { ResponseOf } from '../../../../contract/endpoint.ts'
import { Checkbox } from '../../../ui/choice/checkbox.tsx'
import { SettingsForm, wholeNumber, type Parts } from '../settings-form.tsx'
import { Field } from '../../../ui/controls.tsx'
import { CurrentChoice } from '../../components/edit-conflict.tsx'
import { figures } from '../../../ui/figures.ts'
import './reminders-section.css'

export default function NotificationsSection() {
  return (
    <div className="pair settings__event">
      <RemindersSection />
      <PushSection />
      <DevicesSection />
    </div>
  )
}

const KINDS = [
  { name: 'push_approved', label: '예약이 승인되거나 자리가 나서 신청되었을 때' },
  { name: 'push_rejected', label: '예약이 거절·취소되거나 취소 요청이 처리되었을 때' },
  { name: 'push_moved', label: '예약의 시간, 장소나 안내가 변경되었을 때' },
  { name: 'push_reminder', label: '예약 알림을 보낼 때 (전날 저녁, 시작 전)' },
] as const

const PushSection = () => (
  <SettingsForm
    section={pushSettings}
    title="휴대폰 알림"
    name="휴대폰 알림 설정"
    object="휴대폰 알림 설정을"
    action="휴대폰 알림 저장"
    intro={
      <p className="muted small">
        방문자가 자신의 휴대폰에서 허용한 경우에만 보냅니다. 이메일은 이 설정과 관계없이 보냅니다. 잠금 화면에
        보일 수 있어 이름, 회사, 사유는 담지 않습니다.
      </p>
    }
  >
    {({ from, stored }) => (
      <>
        <Choices from={from} />
        <p {...figures('small')}>지금 알림을 받는 휴대폰과 브라우저: {stored.devices}대</p>
      </>
    )}
  </SettingsForm>
)

const DevicesSection = () => (
  <SettingsForm
    section={deviceSettings}
    title="새 기기 로그인 메일"
    name="새 기기 로그인 메일 설정"
    object="새 기기 로그인 메일 설정을"
    action="로그인 메일 저장"
    intro={
      <p className="muted small">
        회원이 새 기기에서 로그인하면 이메일로 알립니다. 메일의 링크에서 모든 기기를 로그아웃할 수 있습니다.
      </p>
    }
  >
    {({ from, changeOf }) => (
      <Tick name="new_device_mails" {...{ from, changeOf }}>
        새 기기 로그인을 메일로 알림
      </Tick>
    )}
  </SettingsForm>
)

function Choices({ from }: { from: ResponseOf<typeof pushSettings.get> }) {
  const [isOn, setOn] = useState(from.push_enabled)
  return (
    <>
      <Checkbox
        name="push_enabled"
        defaultChecked={from.push_enabled}
        onChange={(event) => setOn(event.target.checked)}
      >
        휴대폰 알림 보내기
      </Checkbox>
      <fieldset className="stack" data-gap="4" disabled={!isOn}>
        <legend className="strong">알릴 일</legend>
        {KINDS.map(({ name, label }) => (
          <Checkbox key={name} name={name} defaultChecked={from[name]}>
            {label}
          </Checkbox>
        ))}
      </fieldset>
    </>
  )
}

const RemindersSection = () => (
  <SettingsForm section={reminderSettings} name="알림 설정" object="알림 설정을" cards={2}>
    {(parts) => (
      <>
        <MemberReminders {...parts} />
        <ApproverAlerts {...parts} />
      </>
    )}
  </SettingsForm>
)

type PartProps = Omit<Parts<ReminderSettings>, 'stored'>

function MemberReminders({ from, changeOf, field }: PartProps) {
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
        {...wholeNumber(5, 180)}
        {...field('reminder_minutes', '분', '아직 보내지 않은 알림은 저장하는 즉시 새 시간으로 바뀝니다.')}
      />
    </section>
  )
}

function ApproverAlerts({ from, changeOf, field }: PartProps) {
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
        <Tick name="undecided_mails" {...{ from, changeOf }}>
          처리하지 못한 신청은 종료 1시간 뒤 회원에게 알림
        </Tick>
      </div>
      <Field
        label="몇 시간 넘게 기다리면 알릴까요"
        {...wholeNumber(1, 72)}
        {...field('request_alert_hours', '시간', '아래 업무 시간만 계산합니다.')}
      />
      <div className="settings__hours">
        <Field label="업무 시작 시각" type="time" {...field('request_hours_from')} />
        <Field label="업무 종료 시각" type="time" {...field('request_hours_until')} />
      </div>
    </section>
  )
}

type TickProps<Name extends string> = {
  name: Name
  from: Readonly<Record<Name, boolean>>
  changeOf: PartProps['changeOf']
  children: string
}

function Tick<Name extends string>({ name, from, changeOf, children }: TickProps<Name>) {
  return (
    <div>
      <Checkbox name={name} defaultChecked={from[name]}>
        {children}
      </Checkbox>
      <CurrentChoice change={changeOf(name)} />
    </div>
  )
}
