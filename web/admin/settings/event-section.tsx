import { useState } from 'react'
import type { ResponseOf } from '../../../contract/endpoint.ts'
import { changeSettings, getSettings } from '../../../contract/settings.ts'
import { failureText } from '../../admin-parts/announce.ts'
import { LoadFailure, usePolledRead } from '../../admin-parts/polled-read.tsx'
import { call } from '../../api.ts'
import { POLL_MS, queryClient } from '../../query.ts'
import { Button } from '../../ui/button.tsx'
import { Field, FormError } from '../../ui/field.tsx'
import { useForm } from '../../ui/form.ts'
import { Skeletons } from '../../ui/skeleton.tsx'
import { adminToast } from '../../ui/toast.ts'
import { BoardNames } from './board-names.tsx'
import { ServiceClock } from './service-clock.tsx'

type Settings = ResponseOf<typeof getSettings>

const FAILED = '설정 저장에 실패했습니다.'

/** The event's name and address, how boards show names, and the clock that everything follows. */
export function EventSection() {
  const { data, failure } = usePolledRead(getSettings, {}, POLL_MS)
  return (
    <div className="settings__event">
      <LoadFailure title="설정을 불러오는데 실패했습니다." failure={failure} />
      {data ? (
        <>
          <SettingsForms stored={data} />
          <ServiceClock isRehearsal={data.rehearsal} />
        </>
      ) : (
        !failure && (
          <div className="stack" aria-busy="true">
            <p className="visually-hidden">불러오는 중</p>
            <Skeletons count={3} shape="card" />
          </div>
        )
      )}
    </div>
  )
}

/** The form, begun with what was stored then; what somebody else stores meanwhile is told and not taken over. */
function SettingsForms({ stored }: { stored: Settings }) {
  const [from, setFrom] = useState(stored)
  const [round, setRound] = useState(0)
  const startOver = () => {
    setFrom(stored)
    setRound(round + 1)
  }
  return (
    <SettingsForm
      key={round}
      from={from}
      isOvertaken={!isSame(stored, from)}
      onSaved={setFrom}
      onStartOver={startOver}
    />
  )
}

const isSame = (one: Settings, other: Settings) =>
  one.event_name === other.event_name &&
  one.contact_email === other.contact_email &&
  one.display_names === other.display_names

type FormProps = {
  from: Settings
  isOvertaken: boolean
  onSaved: (settings: Settings) => void
  onStartOver: () => void
}

function SettingsForm({ from, isOvertaken, onSaved, onStartOver }: FormProps) {
  const form = useForm({
    schema: changeSettings.body!,
    initial: { event_name: from.event_name, contact_email: from.contact_email },
    submit: async (body) => {
      const { message, settings } = await call(changeSettings, { body })
      queryClient.setQueryData([getSettings.path, {}], settings)
      onSaved(settings)
      adminToast.success(message)
    },
    failed: (failure) => {
      const text = failureText(failure, FAILED)
      adminToast.error(text)
      return text
    },
  })
  return (
    <form {...form.props} className="card stack">
      <h2>행사 정보</h2>
      <Field
        label="행사 이름"
        required
        maxLength={100}
        autoComplete="off"
        hint="로그인 화면과 모든 안내 메일에 표시됩니다."
        {...form.field('event_name')}
      />
      <Field
        label="문의 이메일"
        type="email"
        required
        maxLength={254}
        autoComplete="off"
        hint="예약 화면과 안내 메일에 문의처로 표시됩니다."
        {...form.field('contact_email')}
      />
      <BoardNames chosen={from.display_names} />
      <FormError text={form.error} />
      {isOvertaken && (
        <div className="settings__notice stack" data-gap="8" role="alert">
          <p>다른 관리자가 설정을 변경했습니다. 지금 저장하면 그 내용을 덮어씁니다.</p>
          <div>
            <Button size="small" onClick={onStartOver}>
              최신 내용 불러오기
            </Button>
          </div>
        </div>
      )}
      <div>
        <Button type="submit" kind="primary" pending={form.pending}>
          설정 저장
        </Button>
      </div>
    </form>
  )
}
