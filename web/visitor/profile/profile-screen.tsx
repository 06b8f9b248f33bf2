import { useState } from 'react'
import { Link, useSearch } from 'wouter'
import { getMyInfo, type Member } from '../../../contract/member.ts'
import { listMyReservations, reservationFacts, type Reservation } from '../../../contract/reservation.ts'
import { COUNTERS, countReservations, isCounted, type Counter } from '../../../domain/own-reservations.ts'
import { displayedStatus } from '../../../domain/reservation.ts'
import { useChangesOf, usePolled, useRead } from '../../api/reads/use-read.ts'
import { TierBadge } from '../../components/tier.tsx'
import { addressOfView, COUNTER_TEXT, type ListView } from '../components/own-list/list-view.ts'
import { lazy, LATER, QUIETLY } from '../../shell/lazy.tsx'
import { useMember } from '../components/use-member.ts'
import { useNow } from '../../browser/clock.ts'
import { SignOutDialog } from '../components/late-dialogs.ts'
import { Button } from '../../ui/controls.tsx'
import { ReadError, RetryNote, StaleNote, Page } from '../../ui/page.tsx'
import { figures } from '../../ui/figures.ts'
import './profile.css'

const OwnData = lazy(() => import('./own-data.tsx'), LATER)
const OwnDataPage = lazy(() => import('./own-data-page.tsx'))
const PhoneDialog = lazy(() => import('./phone/phone-dialog.tsx'), QUIETLY)

export default function ProfileScreen() {
  return useSearch() === 'data' ? <OwnDataPage /> : <Profile />
}

function Profile() {
  const [leaving, setLeaving] = useState(false)
  const [isPhoneOpen, setPhoneOpen] = useState(false)
  return (
    <Page title="프로필 · 투어·미팅룸 예약">
      <div className="stack" data-gap="24">
        <Card member={useMember()} />
        <Counters />
        <Button onClick={() => setPhoneOpen(true)}>알림 · 캘린더</Button>
        <Button kind="quiet-danger" onClick={() => setLeaving(true)}>
          로그아웃
        </Button>
        {/* Last, because it loads late. */}
        <OwnData />
      </div>
      {isPhoneOpen && <PhoneDialog onClose={() => setPhoneOpen(false)} />}
      {leaving && <SignOutDialog onClose={() => setLeaving(false)} />}
    </Page>
  )
}

function Card({ member }: { member: Member }) {
  const info = useRead(getMyInfo, {})
  return (
    <section className="stack" data-gap="12">
      <header className="row" data-wrap>
        <h1 translate="no">{member.name}</h1>
        <TierBadge of={member} />
      </header>
      {info.isError && !info.data && <ReadError title="사용자 정보를 불러오는데 실패했습니다." read={info} />}
      <dl className="facts card">
        <dt>회사</dt>
        <dd translate="no">{member.company_name}</dd>
        <dt>직책</dt>
        <dd>{member.position}</dd>
        <dt>전화번호</dt>
        <dd {...figures()}>{member.phone}</dd>
        <dt>이메일</dt>
        <dd translate="no">{member.email}</dd>
      </dl>
    </section>
  )
}

function Counters() {
  const mine = usePolled(listMyReservations, {})
  useChangesOf('mine', mine)
  const now = useNow(60_000)
  if (!mine.data && mine.isError)
    return <ReadError title="예약 내역을 불러오는데 실패했습니다." read={mine} />
  const statuses = (list: readonly Reservation[]) =>
    list.map((one) => displayedStatus(reservationFacts(one), now))
  const tours = mine.data && statuses(mine.data.tours)
  const counts = mine.data && tours && countReservations([...tours, ...statuses(mine.data.meetings)])
  return (
    <section className="stack" data-gap="12" aria-labelledby="counters" aria-busy={!counts}>
      <h2 id="counters">예약 현황</h2>
      <StaleNote since={mine.staleSince} />
      <RetryNote shown={mine.isRetrying} />
      <dl className="counters">
        {COUNTERS.map((counter) => (
          <CounterCell
            key={counter}
            counter={counter}
            count={counts?.[counter]}
            // The tab that has something to show.
            tab={
              counts?.[counter] && !tours!.some((status) => isCounted(counter, status)) ? 'meetings' : 'tours'
            }
          />
        ))}
      </dl>
    </section>
  )
}

type CellProps = { counter: Counter; count: number | undefined; tab: ListView['tab'] }

const CounterCell = ({ counter, count, tab }: CellProps) => (
  <div className="card center counters__cell">
    <dt>{COUNTER_TEXT[counter]}</dt>
    <dd>
      {count === undefined ? (
        '–'
      ) : (
        <Link
          {...figures('counters__link')}
          to={addressOfView({ tab, counter })}
          aria-label={`${COUNTER_TEXT[counter]} ${count} 건 예약 보기`}
        >
          {count}
        </Link>
      )}
    </dd>
  </div>
)
