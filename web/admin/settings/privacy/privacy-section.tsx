import { useState } from 'react'
import {
  changePrivacySettings,
  getPrivacySettings,
  type PrivacySettings,
} from '../../../../contract/admin/privacy.ts'
import { call } from '../../../api/client.ts'
import { patchCache, useRead } from '../../../api/reads/use-read.ts'
import { PATHS } from '../../../paths.ts'
import { Button } from '../../../ui/button.tsx'
import { FormError } from '../../../ui/form/form-error.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import { useForm } from '../../../ui/form/use-form.ts'
import { adminToast } from '../../../ui/toast.ts'
import { EditConflictNotice, fieldsWithCurrent } from '../../components/edit-dialog.tsx'
import { useEditConflict } from '../../components/use-edit-conflict.ts'
import { failureText } from '../../components/with-toast.ts'
import { SettingsSection } from '../settings-section.tsx'

const FAILED = '개인정보 안내 저장에 실패했습니다.'

/** The notice that visitors read before they sign up, and that each mail leads to. */
export default function PrivacySection() {
  return (
    <SettingsSection
      settings={useRead(getPrivacySettings, {})}
      failed="개인정보 안내를 불러오는데 실패했습니다."
    >
      {({ from, begin }) => <PrivacyForms from={from} onBegin={begin} />}
    </SettingsSection>
  )
}

type Props = { from: PrivacySettings; onBegin: (latest: PrivacySettings) => void }

/** The form begins with the event's own notice, or on request with the standard one. */
function PrivacyForms(props: Props) {
  const [text, setText] = useState(props.from.privacy_notice)
  return <PrivacyForm key={text} {...props} text={text} onStandard={() => setText(props.from.standard)} />
}

const keepSettings = (settings: PrivacySettings) => patchCache(getPrivacySettings, () => settings)

async function readLatest(): Promise<PrivacySettings> {
  const latest = await call(getPrivacySettings, {})
  await keepSettings(latest)
  return latest
}

type FormProps = Props & {
  /** With which the form begins. */
  text: string
  onStandard: () => void
}

function PrivacyForm({ from, text, onBegin, onStandard }: FormProps) {
  const { conflict, latest, changeOf, attempt } = useEditConflict(from, readLatest)
  const form = useForm({
    schema: changePrivacySettings.body!,
    initial: { privacy_notice: text },
    submit: async (body) => {
      const saved = await attempt((expected) => call(changePrivacySettings, { body: { ...body, expected } }))
      if (!saved) return
      await keepSettings(saved.settings)
      onBegin(saved.settings)
      adminToast.success(saved.message)
    },
    failed: (failure) => {
      const text = failureText(failure, FAILED)
      adminToast.error(text)
      return text
    },
  })
  const notice = fieldsWithCurrent(form, changeOf)('privacy_notice')
  return (
    <form {...form.props} className="card stack">
      <h2>개인정보 안내</h2>
      <p className="muted">
        회원가입 화면과 모든 메일에서{' '}
        <a href={PATHS.privacy} className="settings__link" target="_blank" rel="noreferrer">
          지금 보이는 안내
        </a>
        로 이어집니다. 비워 두면 행사명과 문의 이메일, 보관 기간이 들어간 기본 안내가 보입니다.
      </p>
      <EditConflictNotice text={conflict} onStartOver={() => latest && onBegin(latest)} />
      <TextField
        label="우리 행사의 안내"
        optional
        rows={14}
        {...notice}
        hint={notice.hint ?? '빈 줄로 문단을 나눕니다.'}
      />
      <FormError text={form.error} />
      <div className="row" data-wrap>
        <Button type="submit" kind={conflict === null ? 'primary' : 'danger'} pending={form.pending}>
          {conflict === null ? '개인정보 안내 저장' : '내 내용으로 저장'}
        </Button>
        {text === '' && <Button onClick={onStandard}>기본 안내에서 시작하기</Button>}
      </div>
    </form>
  )
}
