import { eventSettings } from '../../../contract/admin/event-settings.ts'
import { POLL_MS, useRead } from '../../api/reads/use-read.ts'
import { lazy } from '../../shell/lazy.tsx'
import { Field } from '../../ui/field.tsx'
import { CurrentChoice } from '../components/edit-dialog.tsx'
import { BoardNames, BoardTitles } from './board-names.tsx'
import { ServiceClock } from './service-clock.tsx'
import { SettingsForm } from './settings-form.tsx'
import './event-section.css'

const FaceSection = lazy(() => import('./face/face-section.tsx'))

const ArrivalsSection = lazy(() => import('./arrivals-section.tsx'))

export function EventSection() {
  const { data } = useRead(eventSettings.get, {})
  return (
    <div className="settings__event">
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
    stays
  >
    {({ from, changeOf, field }) => {
      const [name, address] = [field('event_name'), field('contact_email')]
      const limit = field('max_reservations', '건')
      const [names, titles] = [changeOf('display_names'), changeOf('display_titles')]
      return (
        <>
          <Field
            label="행사 이름"
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
          {names && <CurrentChoice change={names} />}
          <BoardTitles chosen={from.display_titles} />
          {titles && <CurrentChoice change={titles} />}
        </>
      )
    }}
  </SettingsForm>
)
