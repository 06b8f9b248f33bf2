import { useState } from 'react'
import { topicOf } from '../../../contract/topics.ts'
import { getMyInfo, type Member } from '../../../contract/member.ts'
import { listMyReservations, reservationFacts, type Reservation } from '../../../contract/reservation.ts'
import type { Instant } from '../../../domain/madrid-time.ts'
import { countReservations, displayedStatus } from '../../../domain/reservation.ts'
import { useChanges } from '../../api/reads/use-changes.ts'
import { TierBadge } from '../../components/tier.tsx'
import { useMember } from '../components/use-member.ts'
import { useNow } from '../../browser/clock.ts'
import { POLL_MS, useRead } from '../../api/reads/use-read.ts'
import { SignOutDialog } from '../components/sign-out-dialog.tsx'
import { Button } from '../../ui/button.tsx'
import { ReadError, RetryNote, StaleNote } from '../../ui/notice.tsx'
import { Page } from '../../ui/page.tsx'
import './profile.css'

export default function ProfileScreen() {
  const [leaving, setLeaving] = useState(false)
  return (
    <Page title="프로필 · 투어·미팅룸 예약">
      <div className="stack" data-gap="24">
        <Card member={useMember()} />
        <Counters />
        <Button wide onClick={() => setLeaving(true)}>
          로그아웃
        </Button>
      </div>
      {leaving && <SignOutDialog onClose={() => setLeaving(false)} />}
    </Page>
  )
}

function Card({ member }: { member: Member }) {
  const info = useRead(getMyInfo, {})
  return (
    <section className="stack" data-gap="12">
      <header className="row" data-wrap>
        <h1>{member.name}</h1>
        <TierBadge of={member} />
      </header>
      {info.isError && !info.data && <ReadError title="사용자 정보를 불러오는데 실패했습니다." read={info} />}
      <dl className="facts card">
        <dt>회사</dt>
        <dd>{member.company_name}</dd>
        <dt>직책</dt>
        <dd>{member.position}</dd>
        <dt>전화번호</dt>
        <dd className="numerals">{member.phone}</dd>
        <dt>이메일</dt>
        <dd>{member.email}</dd>
      </dl>
    </section>
  )
}

function Counters() {
  const mine = useRead(listMyReservations, {}, { poll: POLL_MS })
  useChanges(topicOf('mine'), () => void mine.refetch())
  const now = useNow(60_000)
  if (!mine.data && mine.isError)
    return <ReadError title="예약 내역을 불러오는데 실패했습니다." read={mine} />
  const counts = mine.data && countsOf([...mine.data.tours, ...mine.data.meetings], now)
  return (
    <section className="stack" data-gap="12" aria-labelledby="counters" aria-busy={!counts}>
      <h2 id="counters">예약 현황</h2>
      <StaleNote since={mine.staleSince} />
      <RetryNote shown={mine.isRetrying} />
      <dl className="counters">
        <Counter name="전체" count={counts?.total} />
        <Counter name="대기중" count={counts?.pending} />
        <Counter name="예정" count={counts?.upcoming} />
        <Counter name="취소 요청" count={counts?.cancel_requested} />
        <Counter name="취소·거절" count={counts?.cancelled} />
        <Counter name="종료됨" count={counts?.completed} />
      </dl>
    </section>
  )
}

const countsOf = (reservations: readonly Reservation[], now: Instant) =>
  countReservations(reservations.map((one) => displayedStatus(reservationFacts(one), now)))

/** Before the numbers are known, their places. */
const Counter = ({ name, count }: { name: string; count: number | undefined }) => (
  <div className="counters__cell">
    <dt>{name}</dt>
    <dd>{count ?? '–'}</dd>
  </div>
)
