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
import { Skeletons } from '../../../ui/skeleton.tsx'
import { adminToast } from '../../../ui/toast.ts'
import { EditConflictNotice, fieldsWithCurrent } from '../../components/edit-dialog.tsx'
import { Loading, LoadState } from '../../components/load-state.tsx'
import { useEditConflict } from '../../components/use-edit-conflict.ts'
import { useReads } from '../../components/use-reads.ts'
import { failureText } from '../../components/with-toast.ts'

const FAILED = '개인정보 안내 저장에 실패했습니다.'

/** The notice that visitors read before they sign up, and that each mail leads to. */
export default function PrivacySection() {
  const settings = useRead(getPrivacySettings, {})
  const reads = useReads({ settings }, '개인정보 안내를 불러오는데 실패했습니다.', { isBanner: true })
  return (
    <div className="settings__event">
      <LoadState
        reads={reads}
        skeleton={
          <Loading>
            <Skeletons count={1} shape="card" />
          </Loading>
        }
      >
        {({ settings }) => <PrivacyForms stored={settings} />}
      </LoadState>
    </div>
  )
}

/** The form keeps what it began with, until it is saved or begun anew. */
function PrivacyForms({ stored }: { stored: PrivacySettings }) {
  const [{ from, text, round }, setRound] = useState({ from: stored, text: stored.privacy_notice, round: 0 })
  const begin = (latest: PrivacySettings, text = latest.privacy_notice) =>
    setRound({ from: latest, text, round: round + 1 })
  return <PrivacyForm key={round} from={from} text={text} onBegin={begin} />
}

const keepSettings = (settings: PrivacySettings) => patchCache(getPrivacySettings, () => settings)

async function readLatest(): Promise<PrivacySettings> {
  const latest = await call(getPrivacySettings, {})
  await keepSettings(latest)
  return latest
}

type FormProps = {
  from: PrivacySettings
  /** With which the form begins. */
  text: string
  onBegin: (latest: PrivacySettings, text?: string) => void
}

function PrivacyForm({ from, text, onBegin }: FormProps) {
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
        {text === '' && <Button onClick={() => onBegin(from, from.standard)}>기본 안내에서 시작하기</Button>}
      </div>
    </form>
  )
}
