import { useEffect, useRef, useState } from 'react'
import type { ResponseOf } from '../../../contract/endpoint.ts'
import { fieldChanges, fieldChangesText } from '../../../contract/text/field-changes.ts'
import { changeSettings, getSettings } from '../../../contract/admin/settings.ts'
import { failureText } from '../components/with-toast.ts'
import { CurrentChoice, CurrentValue, EditConflictNotice } from '../components/edit-dialog.tsx'
import { useEditConflict } from '../components/use-edit-conflict.ts'
import { LoadFailure, usePolledRead } from '../components/polled-read.tsx'
import { call } from '../../api/client.ts'
import { POLL_MS, queryClient } from '../../api/reads/use-read.ts'
import { Button } from '../../ui/button.tsx'
import { Field, FormError } from '../../ui/field.tsx'
import { useForm } from '../../ui/use-form.ts'
import { Skeletons } from '../../ui/skeleton.tsx'
import { adminToast } from '../../ui/toast.ts'
import { BoardNames } from './board-names.tsx'
import { ServiceClock } from './service-clock.tsx'
import './event-section.css'

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
  const startOver = (latest: Settings) => {
    setFrom(latest)
    setRound(round + 1)
  }
  return (
    <SettingsForm
      key={round}
      from={from}
      stored={stored}
      isAnew={round > 0}
      onSaved={setFrom}
      onStartOver={startOver}
    />
  )
}

type FormProps = {
  from: Settings
  stored: Settings
  /** Begun anew: its first field takes the focus from the button that did so. */
  isAnew: boolean
  onSaved: (settings: Settings) => void
  onStartOver: (latest: Settings) => void
}

/** Shows what the service has just said; an answer that is still on its way from before must not undo that. */
async function keepSettings(settings: Settings) {
  const queryKey = [getSettings.path, {}]
  await queryClient.cancelQueries({ queryKey })
  queryClient.setQueryData(queryKey, settings)
}

async function readLatest(): Promise<Settings> {
  const latest = await call(getSettings, {})
  await keepSettings(latest)
  return latest
}

function SettingsForm({ from, stored, isAnew, onSaved, onStartOver }: FormProps) {
  const first = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (isAnew) first.current?.focus()
  }, [isAnew])
  const { told, latest, changeOf, attempt } = useEditConflict(from, readLatest)
  const form = useForm({
    schema: changeSettings.body!,
    initial: { event_name: from.event_name, contact_email: from.contact_email },
    submit: async (body) => {
      const saved = await attempt((expected) => call(changeSettings, { body: { ...body, expected } }))
      if (!saved) return
      await keepSettings(saved.settings)
      onSaved(saved.settings)
      adminToast.success(saved.message)
    },
    failed: (failure) => {
      const text = failureText(failure, FAILED)
      adminToast.error(text)
      return text
    },
  })
  const hintOf = (name: 'event_name' | 'contact_email', hint: string) =>
    latest && changeOf(name) ? <CurrentValue form={form} name={name} value={latest[name]} /> : hint
  const boardNames = changeOf('display_names')
  return (
    <form {...form.props} className="card stack">
      <h2>행사 정보</h2>
      <EditConflictNotice told={told} onStartOver={() => latest && onStartOver(latest)} />
      <Field
        label="행사 이름"
        ref={first}
        required
        maxLength={100}
        autoComplete="off"
        {...form.field('event_name')}
        hint={hintOf('event_name', '로그인 화면과 모든 안내 메일에 표시됩니다.')}
      />
      <Field
        label="문의 이메일"
        type="email"
        required
        maxLength={254}
        autoComplete="off"
        {...form.field('contact_email')}
        hint={hintOf('contact_email', '예약 화면과 안내 메일에 문의처로 표시됩니다.')}
      />
      <BoardNames chosen={from.display_names} />
      {boardNames && <CurrentChoice text={boardNames.after} />}
      <FormError text={form.error} />
      {told === null && <ChangedNotice from={from} stored={stored} onStartOver={onStartOver} />}
      <div>
        <Button type="submit" kind={told === null ? 'primary' : 'danger'} pending={form.pending}>
          {told === null ? '설정 저장' : '내 내용으로 저장'}
        </Button>
      </div>
    </form>
  )
}

type ChangedProps = Pick<FormProps, 'from' | 'stored' | 'onStartOver'>

/** What somebody else has stored since the form was filled, before it is found out by saving. */
function ChangedNotice({ from, stored, onStartOver }: ChangedProps) {
  const changes = fieldChanges(from, stored)
  if (changes.length === 0) return null
  return (
    <div className="settings__notice stack" data-gap="8" role="alert">
      <p>다른 관리자가 설정을 변경했습니다: {fieldChangesText(changes)}</p>
      <div>
        <Button size="small" onClick={() => onStartOver(stored)}>
          최신 내용 불러오기
        </Button>
      </div>
    </div>
  )
}
