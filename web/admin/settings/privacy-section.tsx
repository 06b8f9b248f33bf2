import { useState, type MouseEvent } from 'react'
import { privacySettings } from '../../../contract/admin/settings.ts'
import type { ResponseOf } from '../../../contract/endpoint.ts'
import { PATHS } from '../../paths.ts'
import { Button } from '../../ui/controls.tsx'
import { TextField } from '../../ui/form/form.tsx'
import { SettingsForm } from './settings-form.tsx'

export default function PrivacySection() {
  const [isTyped, setTyped] = useState(false)
  return (
    <SettingsForm
      section={privacySettings}
      title="개인정보 안내"
      name="개인정보 안내"
      object="개인정보 안내를"
      intro={
        <p className="muted">
          회원가입 화면과 모든 메일에서{' '}
          <a href={PATHS.privacy} className="tap-line" target="_blank" rel="noreferrer">
            지금 보이는 안내
          </a>
          로 이어집니다. 비워 두면 행사명과 문의 이메일, 보관 기간이 들어간 기본 안내가 보입니다.
        </p>
      }
      {...(!isTyped && { beside: StandardButton })}
    >
      {({ field }) => (
        <TextField
          label="우리 행사의 안내"
          optional
          rows={14}
          {...field('privacy_notice', '', '빈 줄로 문단을 나눕니다.')}
          onInput={({ currentTarget }) => setTyped(currentTarget.value !== '')}
        />
      )}
    </SettingsForm>
  )
}

function StandardButton({ from }: { from: ResponseOf<typeof privacySettings.get> }) {
  const fill = ({ currentTarget }: MouseEvent<HTMLButtonElement>) => {
    const notice = currentTarget.form?.elements.namedItem('privacy_notice')
    if (!(notice instanceof HTMLTextAreaElement)) return
    notice.value = from.standard
    notice.dispatchEvent(new Event('input', { bubbles: true }))
    notice.focus()
  }
  return from.privacy_notice === '' && <Button onClick={fill}>기본 안내에서 시작하기</Button>
}
