import type { Reservation } from '../../../../contract/reservation.ts'
import { tierOf } from '../../../../domain/tier.ts'
import { TierBadge } from '../../../components/tier.tsx'
import { useReservationContext } from './use-context.ts'

/** The member's current data; the other facts are those at booking. */
export function MemberFacts({ reservation }: { reservation: Reservation }) {
  const { data, isError } = useReservationContext(reservation)
  const missing = <span className="muted">{isError ? '불러오지 못했습니다.' : '불러오는 중'}</span>
  const member = data?.member
  return (
    <>
      <dt>등급</dt>
      <dd>
        {member ? tierOf(member) === 'normal' ? '일반' : <TierBadge of={member} /> : data ? '—' : missing}
      </dd>
      <dt>이메일</dt>
      <dd>{member ? <a href={`mailto:${member.email}`}>{member.email}</a> : data ? '—' : missing}</dd>
    </>
  )
}
