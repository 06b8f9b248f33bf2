import { useState } from 'react'
import { changePushSettings, getPushSettings, type PushSettings } from '../../../../contract/admin/push.ts'
import { call } from '../../../api/client.ts'
import { patchCache, useRead } from '../../../api/reads/use-read.ts'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/choice/checkbox.tsx'
import { FormError } from '../../../ui/form/form-error.tsx'
import { useForm } from '../../../ui/form/use-form.ts'
import { adminToast } from '../../../ui/toast.ts'
import { EditConflictNotice } from '../../components/edit-dialog.tsx'
import { useEditConflict } from '../../components/use-edit-conflict.ts'
import { failureText } from '../../components/with-toast.ts'
import { SettingsSection } from '../settings-section.tsx'

const FAILED = '휴대폰 알림 설정 저장에 실패했습니다.'

type Choices = Omit<PushSettings, 'devices'>

const KINDS = [
  { name: 'push_approved', label: '예약이 승인되었을 때' },
  { name: 'push_rejected', label: '예약이 거절되었을 때' },
  { name: 'push_moved', label: '예약의 시간이나 장소가 변경되었을 때' },
  { name: 'push_reminder', label: '예약 알림을 보낼 때 (전날 저녁, 시작 전)' },
] as const

const choicesOf = ({ devices: _, ...choices }: PushSettings): Choices => choices

/** Which events are pushed to the phones of members who allowed it. */
export function PushSection() {
  return (
    <SettingsSection
      settings={useRead(getPushSettings, {})}
      failed="휴대폰 알림 설정을 불러오는데 실패했습니다."
    >
      {({ from, stored, begin }) => (
        <PushForm
          from={choicesOf(from)}
          devices={stored.devices}
          onBegin={(choices) => begin({ ...stored, ...choices })}
        />
      )}
    </SettingsSection>
  )
}

async function readLatest(): Promise<Choices> {
  const latest = await call(getPushSettings, {})
  await patchCache(getPushSettings, () => latest)
  return choicesOf(latest)
}

type Props = { from: Choices; devices: number; onBegin: (latest: Choices) => void }

function PushForm({ from, devices, onBegin }: Props) {
  const { conflict, latest, attempt } = useEditConflict(from, readLatest)
  const [choices, setChoices] = useState(from)
  const form = useForm({
    schema: changePushSettings.body!,
    complete: () => choices,
    submit: async (body) => {
      const saved = await attempt((expected) => call(changePushSettings, { body: { ...body, expected } }))
      if (!saved) return
      await patchCache(getPushSettings, () => saved.settings)
      onBegin(choicesOf(saved.settings))
      adminToast.success(saved.message)
    },
    failed: (failure) => {
      const text = failureText(failure, FAILED)
      adminToast.error(text)
      return text
    },
  })
  const box = (name: keyof Choices) => ({
    name,
    checked: choices[name],
    onChange: (event: { target: { checked: boolean } }) =>
      setChoices({ ...choices, [name]: event.target.checked }),
  })
  return (
    <form {...form.props} className="card stack">
      <h2>휴대폰 알림</h2>
      <p className="muted small">
        방문자가 자신의 휴대폰에서 허용한 경우에만 보냅니다. 이메일은 이 설정과 관계없이 보냅니다. 잠금 화면에
        보일 수 있어 이름, 회사, 사유는 담지 않습니다.
      </p>
      <EditConflictNotice text={conflict} onStartOver={() => latest && onBegin(latest)} />
      <Checkbox {...box('push_enabled')}>휴대폰 알림 보내기</Checkbox>
      <fieldset className="stack" data-gap="4" disabled={!choices.push_enabled}>
        <legend className="settings__legend">알릴 일</legend>
        {KINDS.map(({ name, label }) => (
          <Checkbox key={name} {...box(name)}>
            {label}
          </Checkbox>
        ))}
      </fieldset>
      <p className="small numerals">지금 알림을 받는 휴대폰과 브라우저: {devices}대</p>
      <FormError text={form.error} />
      <div>
        <Button type="submit" kind={conflict === null ? 'primary' : 'danger'} pending={form.pending}>
          {conflict === null ? '휴대폰 알림 저장' : '내 내용으로 저장'}
        </Button>
      </div>
    </form>
  )
}
