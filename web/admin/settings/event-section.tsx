import { eventSettings } from '../../../contract/admin/event-settings.ts'
import { POLL_MS, useRead } from '../../api/reads/use-read.ts'
import { lazy } from '../../shell/lazy.tsx'
import { Field } from '../../ui/controls.tsx'
import { CurrentChoice } from '../components/edit-conflict.tsx'
import { SettingsForm, wholeNumber } from './settings-form.tsx'
import type { ReactNode } from 'react'
import { DISPLAY_NAMES_TEXT, DISPLAY_TITLES_TEXT } from '../../../contract/text/field-changes.ts'
import {
  boardName,
  DISPLAY_NAMES,
  DISPLAY_TITLES,
  type DisplayNames,
  type DisplayTitles,
} from '../../../domain/board-name.ts'
import { koreanDate, madridDate, madridTime } from '../../../domain/madrid-time.ts'
import { longMoment } from '../../components/moment-text.ts'
import { useNow } from '../../browser/clock.ts'
import { getAttention } from '../../../contract/admin/attention.ts'
import { figures } from '../../ui/figures.ts'
import '../../ui/choice/checkbox.css'
import './event-section.css'
import './board-names.css'

const FaceSection = lazy(() => import('./face/face-section.tsx'))

const ArrivalsSection = lazy(() => import('./arrivals-section.tsx'))

export function EventSection() {
  const { data } = useRead(eventSettings.get, {})
  return (
    <div className="pair settings__event">
      <EventForm />
      {data && (
        <>
          <FaceSection />
          <ArrivalsSection />
          <ServiceClock isRehearsal={data.rehearsal} />
        </>
      )}
    </div>
  )
}

const EventForm = () => (
  <SettingsForm
    section={eventSettings}
    title="행사 정보"
    name="설정"
    object="설정을"
    cards={3}
    poll={POLL_MS}
  >
    {({ from, changeOf, field }) => (
      <>
        <Field
          label="행사 이름"
          required
          maxLength={100}
          autoComplete="off"
          {...field('event_name', '', '로그인 화면과 모든 안내 메일에 표시됩니다.')}
        />
        <Field
          label="문의 이메일"
          type="email"
          required
          maxLength={254}
          autoComplete="off"
          {...field('contact_email', '', '예약 화면과 안내 메일에 문의처로 표시됩니다.')}
        />
        <Field
          label="회원 한 명의 예약 한도"
          {...wholeNumber(1, 999)}
          {...field(
            'max_reservations',
            '건',
            '회원 한 명이 신청해 둘 수 있는, 아직 끝나지 않은 예약의 최대 건수입니다. 현장 예약은 제한하지 않습니다.',
          )}
        />
        <Field
          label="미팅 한 건의 최대 시간"
          {...wholeNumber(10, 1440)}
          {...field('max_meeting_minutes', '분', '회원이 미팅룸을 한 번에 예약할 수 있는 시간입니다.')}
        />
        <Field
          label="회원 한 명의 하루 최대 시간"
          {...wholeNumber(10, 1440)}
          {...field(
            'max_minutes_per_day',
            '분',
            '회원 한 명이 하루에 예약할 수 있는 투어와 미팅 시간의 합계입니다. 현장 예약은 제한하지 않습니다.',
          )}
        />
        <BoardNames chosen={from.display_names} />
        <CurrentChoice change={changeOf('display_names')} />
        <BoardTitles chosen={from.display_titles} />
        <CurrentChoice change={changeOf('display_titles')} />
      </>
    )}
  </SettingsForm>
)

const NAMES_EXPLAINED: Readonly<Record<DisplayNames, string>> = {
  full: '이름을 그대로 보여줍니다.',
  masked: '첫 글자만 보여줍니다.',
  hidden: '이름을 보여주지 않습니다.',
}

const TITLES_EXPLAINED: Readonly<Record<DisplayTitles, string>> = {
  shown: '미팅명을 그대로 보여줍니다.',
  hidden: '미팅명 대신 ‘미팅’이라고만 보여줍니다.',
}

const NAMES = ['박지민', 'Carlos Ruiz']

const BoardNames = ({ chosen }: { chosen: DisplayNames }) => (
  <Choices
    legend="현황판의 방문자 이름"
    hint="누구나 볼 수 있는 미팅룸 현황판에 방문자 이름을 어떻게 표시할지 정합니다."
  >
    {DISPLAY_NAMES.map((shows) => (
      <Choice
        key={shows}
        name="display_names"
        value={shows}
        isChosen={shows === chosen}
        label={DISPLAY_NAMES_TEXT[shows]}
        explanation={NAMES_EXPLAINED[shows]}
        examples={shows === 'hidden' ? ['표시 없음'] : NAMES.map((name) => boardName(name, shows))}
      />
    ))}
  </Choices>
)

const BoardTitles = ({ chosen }: { chosen: DisplayTitles }) => (
  <Choices
    legend="현황판의 미팅명"
    hint="미팅명에 알리고 싶지 않은 내용이 있을 수 있습니다. 현황판에 표시할지 정합니다."
  >
    {DISPLAY_TITLES.map((shows) => (
      <Choice
        key={shows}
        name="display_titles"
        value={shows}
        isChosen={shows === chosen}
        label={DISPLAY_TITLES_TEXT[shows]}
        explanation={TITLES_EXPLAINED[shows]}
        examples={[shows === 'shown' ? '신제품 공급 협의' : '미팅']}
      />
    ))}
  </Choices>
)

const Choices = ({ legend, hint, children }: { legend: string; hint: string; children: ReactNode }) => (
  <fieldset className="stack" data-gap="8">
    <legend className="strong">{legend}</legend>
    <p className="field__hint">{hint}</p>
    {children}
  </fieldset>
)

type ChoiceProps = {
  name: string
  value: string
  isChosen: boolean
  label: string
  explanation: string
  examples: readonly string[]
}

const Choice = ({ name, value, isChosen, label, explanation, examples }: ChoiceProps) => (
  <label className="row settings__choice" data-wrap>
    <input type="radio" className="checkbox__box" name={name} value={value} defaultChecked={isChosen} />
    <span className="grow">
      <span className="strong">{label}</span> <span className="muted small">{explanation}</span>
    </span>
    <span className="settings__example">
      <span className="visually-hidden">예: </span>
      {examples.map((example) => (
        <span key={example}>{example}</span>
      ))}
    </span>
  </label>
)

function ServiceClock({ isRehearsal }: { isRehearsal: boolean }) {
  const now = useNow(60_000)
  return (
    <section className="card stack" data-gap="12" aria-labelledby="service-clock">
      <h2 id="service-clock">서비스 시각</h2>
      <p {...figures('large')}>
        {koreanDate(madridDate(now))} {madridTime(now)}
      </p>
      <p className="muted small">
        마드리드 현지 시각입니다. 예약 가능 여부, 안내 메일, 현황판이 모두 이 시각을 따릅니다.
      </p>
      {isRehearsal && (
        <div className="caution">
          <p className="strong">리허설 시계로 운영 중입니다.</p>
          <p>
            실제 시각이 아니라 서버를 시작할 때 정한 시각(CLOCK_START)부터 흐릅니다. 실제 행사에서는 이 설정
            없이 서버를 다시 시작해주세요.
          </p>
        </div>
      )}
      <LastBackup />
    </section>
  )
}

function LastBackup() {
  const backup = useRead(getAttention, {}).data?.backup
  if (!backup) return null
  return (
    <div className={backup.overdue_hours > 0 ? 'caution' : undefined}>
      <p {...figures('strong')}>
        마지막 자동 백업: {backup.succeeded_at ? longMoment(backup.succeeded_at) : '아직 없음'}
      </p>
      {backup.overdue_hours > 0 && (
        <p>{`새 백업이 ${backup.overdue_hours}시간째 없습니다. 서버의 로그에서 이유를 확인해주세요. 한 시간마다 다시 시도합니다.`}</p>
      )}
    </div>
  )
}
