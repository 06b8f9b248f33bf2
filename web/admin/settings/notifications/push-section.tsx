import { useState } from 'react'
import { pushSettings } from '../../../../contract/admin/settings.ts'
import type { ResponseOf } from '../../../../contract/endpoint.ts'
import { Checkbox } from '../../../ui/choice/checkbox.tsx'
import { SettingsForm } from '../settings-form.tsx'

const KINDS = [
  { name: 'push_approved', label: '예약이 승인되었을 때' },
  { name: 'push_rejected', label: '예약이 거절되었을 때' },
  { name: 'push_moved', label: '예약의 시간이나 장소가 변경되었을 때' },
  { name: 'push_reminder', label: '예약 알림을 보낼 때 (전날 저녁, 시작 전)' },
] as const

export const PushSection = () => (
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
        <p className="small numerals">지금 알림을 받는 휴대폰과 브라우저: {stored.devices}대</p>
      </>
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
        <legend className="settings__legend">알릴 일</legend>
        {KINDS.map(({ name, label }) => (
          <Checkbox key={name} name={name} defaultChecked={from[name]}>
            {label}
          </Checkbox>
        ))}
      </fieldset>
    </>
  )
}
