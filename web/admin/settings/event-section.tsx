import { Suspense, useEffect, useRef, useState } from 'react'
import type { ResponseOf } from '../../../contract/endpoint.ts'
import { fieldChanges, fieldChangesText } from '../../../contract/text/field-changes.ts'
import { changeSettings, getSettings } from '../../../contract/admin/settings.ts'
import { failureText } from '../components/with-toast.ts'
import { CurrentChoice, EditConflictNotice, fieldsWithCurrent } from '../components/edit-dialog.tsx'
import { useEditConflict } from '../components/use-edit-conflict.ts'
import { Loading, LoadState } from '../components/load-state.tsx'
import { useReads } from '../components/use-reads.ts'
import { call } from '../../api/client.ts'
import { patchCache, POLL_MS, useRead } from '../../api/reads/use-read.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { FormError } from '../../ui/form/form-error.tsx'
import { saySaved } from '../components/say-saved.ts'
import { useForm } from '../../ui/form/use-form.ts'
import { Skeletons } from '../../ui/skeleton.tsx'
import { lazyScreen } from '../../shell/lazy-screen.tsx'
import { adminToast } from '../../ui/toast.ts'
import { BoardNames, BoardTitles } from './board-names.tsx'
import { ServiceClock } from './service-clock.tsx'
import './event-section.css'

const FaceSection = lazyScreen(() => import('./face/face-section.tsx'))

const ArrivalsSection = lazyScreen(() => import('./arrivals/arrivals-section.tsx'))

type Settings = ResponseOf<typeof getSettings>

const FAILED = '설정 저장에 실패했습니다.'

/** The event's name and address, a member's limit, how boards show names and titles, and the clock that everything follows. */
export function EventSection() {
  const settings = useRead(getSettings, {}, { poll: POLL_MS })
  const reads = useReads({ settings }, '설정을 불러오는데 실패했습니다.', { isBanner: true })
  return (
    <div className="settings__event">
      <LoadState reads={reads} skeleton={<SettingsSkeleton />}>
        {({ settings }) => (
          <>
            <SettingsForms stored={settings} />
            <Suspense fallback={null}>
              <FaceSection />
              <ArrivalsSection />
            </Suspense>
            <ServiceClock isRehearsal={settings.rehearsal} />
          </>
        )}
      </LoadState>
    </div>
  )
}

const SettingsSkeleton = () => (
  <Loading>
    <Skeletons count={3} shape="card" />
  </Loading>
)

/** The form keeps what it began with; what somebody else stores later is announced and not taken over. */
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

const keepSettings = (settings: Settings) => patchCache(getSettings, () => settings)

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
  const { conflict, latest, changeOf, attempt } = useEditConflict(from, readLatest)
  const form = useForm({
    schema: changeSettings.body!,
    initial: {
      event_name: from.event_name,
      contact_email: from.contact_email,
      max_reservations: from.max_reservations,
    },
    submit: async (body) => {
      const saved = await attempt((expected) => call(changeSettings, { body: { ...body, expected } }))
      if (!saved) return
      await keepSettings(saved.settings)
      saySaved(form.props.ref.current)
      onSaved(saved.settings)
      adminToast.success(saved.message)
    },
    failed: (failure) => {
      const text = failureText(failure, FAILED)
      adminToast.error(text)
      return text
    },
  })
  const field = fieldsWithCurrent(form, changeOf)
  const [name, address] = [field('event_name'), field('contact_email')]
  const limit = field('max_reservations', '건')
  const boardNames = changeOf('display_names')
  const boardTitles = changeOf('display_titles')
  return (
    <form {...form.props} className="card stack">
      <h2>행사 정보</h2>
      <EditConflictNotice text={conflict} onStartOver={() => latest && onStartOver(latest)} />
      <Field
        label="행사 이름"
        ref={first}
        required
        maxLength={100}
        autoComplete="off"
        {...name}
        hint={name.hint ?? '로그인 화면과 모든 안내 메일에 표시됩니다.'}
      />
      <Field
        label="문의 이메일"
        type="email"
        required
        maxLength={254}
        autoComplete="off"
        {...address}
        hint={address.hint ?? '예약 화면과 안내 메일에 문의처로 표시됩니다.'}
      />
      <Field
        label="회원 한 명의 예약 한도"
        type="number"
        inputMode="numeric"
        min={1}
        max={999}
        required
        {...limit}
        hint={
          limit.hint ??
          '회원 한 명이 신청해 둘 수 있는, 아직 끝나지 않은 예약의 최대 건수입니다. 현장 예약은 제한하지 않습니다.'
        }
      />
      <BoardNames chosen={from.display_names} />
      {boardNames && <CurrentChoice change={boardNames} />}
      <BoardTitles chosen={from.display_titles} />
      {boardTitles && <CurrentChoice change={boardTitles} />}
      <FormError text={form.error} />
      {conflict === null && <ChangedNotice from={from} stored={stored} onStartOver={onStartOver} />}
      <div>
        <Button type="submit" kind={conflict === null ? 'primary' : 'danger'} pending={form.pending}>
          {conflict === null ? '설정 저장' : '내 내용으로 저장'}
        </Button>
      </div>
    </form>
  )
}

type ChangedProps = Pick<FormProps, 'from' | 'stored' | 'onStartOver'>

/** Announces what somebody else has stored since the form was filled, before a save finds a conflict. */
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
