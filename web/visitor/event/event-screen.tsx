import { useState, type ReactNode } from 'react'
import { Link } from 'wouter'
import { navigate, useHistoryState } from 'wouter/use-browser-location'
import type { EventImage } from '../../../contract/face.ts'
import { getPreview, type Preview } from '../../../contract/preview.ts'
import { instantText } from '../../../contract/text/opening-text.ts'
import { madridDate, koreanDate, shortKoreanDates } from '../../../domain/madrid-time.ts'
import { dayToOffer } from '../../../domain/preview.ts'
import { isElsewhere } from '../../../domain/time-zone.ts'
import { usePolled } from '../../api/reads/use-read.ts'
import { hasUserId, wasSignedIn, type LoginState } from '../../api/session.ts'
import { now, useNow } from '../../browser/clock.ts'
import { PATHS, type DashboardState, type RegisterState } from '../../paths.ts'
import { ChoiceList } from '../../ui/choice/choice-list.tsx'
import { figures } from '../../ui/figures.ts'
import { EmptyState, Page, ReadError, ScreenSkeleton, StaleNote } from '../../ui/page.tsx'
import './event.css'

export default function EventScreen() {
  const preview = usePolled(getPreview, {})
  if (preview.data) return <EventPage event={preview.data} staleSince={preview.staleSince} />
  if (!preview.isError) return <ScreenSkeleton />
  return (
    <Page title={TITLE}>
      <ReadError title="행사 정보를 불러오는데 실패했습니다." read={preview} />
    </Page>
  )
}

const TITLE = '행사 소개 · 투어·미팅룸 예약'

function EventPage({ event, staleSince }: { event: Preview; staleSince: string | null }) {
  const today = madridDate(useNow(60_000))
  // In the history, for the way back.
  const chosen = useHistoryState<DashboardState | null>()?.date
  const days = event.days.filter(({ date }) => date >= today)
  const day = days.find(({ date }) => date === chosen) ?? dayToOffer(days, today)
  return (
    <Page title={TITLE} width="full">
      <div className="event">
        <Sign event={event} />
        <div className="event__body stack">
          <StaleNote since={staleSince} />
          <div className="event__facts">
            <Tours event={event} />
            <Rooms sizes={event.room_sizes} />
          </div>
          <section className="stack" data-gap="12">
            <h2>예약 가능한 시간</h2>
            {event.opens_at && (
              <p className="note strong">
                예약은 <span {...figures()}>{instantText(event.opens_at)}</span>부터 가능합니다.{' '}
                {isElsewhere(new Date(now()).getTimezoneOffset(), now()) && <span>(마드리드 시간)</span>}
              </p>
            )}
            {day ? (
              <ChoiceList
                legend="방문하실 날짜"
                name="date"
                choices={days.map(({ date, free_tours, free_meetings, has_times }) => ({
                  value: date,
                  label: koreanDate(date),
                  notes: [
                    free_tours + free_meetings > 0
                      ? `투어 ${free_tours}회 · 미팅 시간 ${free_meetings}개`
                      : has_times
                        ? '예약이 마감되었습니다'
                        : '예약 시간이 아직 등록되지 않았습니다',
                  ],
                }))}
                selected={day.date}
                onSelect={(date) => navigate(PATHS.event, { replace: true, state: { date } })}
              />
            ) : (
              <EmptyState
                title={event.days.length > 0 ? '행사가 종료되었습니다' : '등록된 행사 일정이 없습니다'}
              />
            )}
          </section>
          {event.plan && <Plan plan={event.plan} />}
          {event.contact_email && <Contact email={event.contact_email} />}
        </div>
        <Start date={day?.date} />
      </div>
    </Page>
  )
}

function Sign({ event: { event_name, days, accent_colour, logo, picture } }: { event: Preview }) {
  const [first, last] = [days.at(0), days.at(-1)]
  return (
    <header
      className="event__sign"
      data-picture={picture !== null}
      style={{ background: accent_colour ?? '' }}
    >
      {picture && <Image className="event__picture" image={picture} alt="" />}
      <div className="event__names">
        {logo && <Image className="event__logo" image={logo} alt="" />}
        <p>VIP 투어 · 미팅룸 예약</p>
        <h1 className="event__name" translate="no">
          {event_name}
        </h1>
        {first && last && <p {...figures('strong')}>{shortKoreanDates(first.date, last.date)}</p>}
      </div>
    </header>
  )
}

const Image = ({ image, alt, className }: { image: EventImage; className: string; alt: string }) => (
  <img className={className} alt={alt} src={image.path} width={image.width} height={image.height} />
)

function Tours({ event: { tour_minutes, languages } }: { event: Preview }) {
  return (
    <Offer title="VIP 투어" text="도슨트의 설명을 들으며 전시를 함께 둘러봅니다.">
      <dt>소요 시간</dt>
      <dd {...figures()}>{`약 ${tour_minutes}분`}</dd>
      {languages.length > 0 && (
        <>
          <dt>진행 언어</dt>
          <dd {...figures()}>{languages.join(' · ')}</dd>
        </>
      )}
    </Offer>
  )
}

function Rooms({ sizes }: { sizes: readonly number[] }) {
  const [least, most] = [Math.min(...sizes), Math.max(...sizes)]
  return (
    sizes.length > 0 && (
      <Offer title="미팅룸" text="10분 단위로 예약하여 상담과 회의에 사용합니다.">
        <dt>미팅룸</dt>
        <dd {...figures()}>{`${sizes.length}곳`}</dd>
        <dt>수용 인원</dt>
        <dd {...figures()}>{least === most ? `${most}명` : `${least}~${most}명`}</dd>
      </Offer>
    )
  )
}

const Offer = ({ title, text, children }: { title: string; text: string; children: ReactNode }) => (
  <section className="card stack" data-gap="12">
    <h2>{title}</h2>
    <p>{text}</p>
    <dl className="facts">{children}</dl>
  </section>
)

const Plan = ({ plan }: { plan: EventImage }) => (
  <section className="stack" data-gap="12">
    <h2>평면도</h2>
    <a className="event__plan" href={plan.path} target="_blank">
      <Image className="event__drawing" image={plan} alt="전시장 평면도 크게 보기" />
    </a>
  </section>
)

const Contact = ({ email }: { email: string }) => (
  <section className="stack" data-gap="8">
    <h2>문의</h2>
    <p>한국 휴대전화 번호가 없으시면 아래 주소로 문의해주세요. 예약을 도와드립니다.</p>
    <a className="event__mail tap-line" href={`mailto:${email}`} translate="no">
      {email}
    </a>
  </section>
)

// Another site's frame gets no session.
const isFramed = window.top !== window

function Start({ date }: { date: string | undefined }) {
  const [isMember] = useState(() => hasUserId() || wasSignedIn())
  const state: DashboardState = { ...(date && { date }), slot_ids: [], start: null }
  const wanted: LoginState = { wanted: PATHS.dashboard, state }
  const signUp: LoginState & RegisterState = { ...wanted, signs_in: true }
  return (
    <div className="row event__start">
      {isFramed ? (
        <a className="button grow" data-kind="primary" href={PATHS.event} target="_blank">
          예약하러 가기
        </a>
      ) : isMember ? (
        <Link className="button grow" data-kind="primary" to={PATHS.dashboard} state={state}>
          {date ? '이 날짜 예약하기' : '예약 화면으로'}
        </Link>
      ) : (
        <>
          <Link className="button" data-kind="quiet" to={PATHS.login} state={wanted}>
            로그인
          </Link>
          <Link className="button grow" data-kind="primary" to={PATHS.register} state={signUp}>
            {date ? '회원가입하고 예약하기' : '회원가입'}
          </Link>
        </>
      )}
    </div>
  )
}
