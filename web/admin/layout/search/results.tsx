import type { ReactNode } from 'react'
import type { searchEverything } from '../../../../contract/admin/search.ts'
import type { ResponseOf } from '../../../../contract/endpoint.ts'
import { reservationFacts, type Reservation } from '../../../../contract/reservation.ts'
import { shortKoreanDate } from '../../../../domain/madrid-time.ts'
import { statusesIn } from '../../../../domain/reservation-filter.ts'
import { placeName, timeRange } from '../../../components/reservation/reservation-text.ts'
import { StatusBadge } from '../../../components/reservation/status-badge.tsx'
import { TierBadge } from '../../../components/tier.tsx'
import { PATHS } from '../../../paths.ts'
import { memberAddress } from '../../components/member-address.ts'
import { partyName } from '../../components/party-name.ts'
import { changedQuery } from '../../components/use-query-params.ts'

export type Found = ResponseOf<typeof searchEverything>
type Result = { id: string | number; to: string; name: string; badge?: ReactNode; about: string[] }
/** `all` is the address of a list with the same search. */
type Group = { title: string; unit: string; count: number; results: Result[]; all: string }

export const allOf = ({ title, unit, count }: Group): string =>
  `${title} ${count.toLocaleString('ko')}${unit}`

const schedule = (query: Parameters<typeof changedQuery>[1]) =>
  PATHS.adminReservation + changedQuery('', query)

/** Without empty ones. */
export function groupsOf({ members, reservations, places }: Found, search: string): Group[] {
  const groups: Group[] = [
    {
      title: '회원',
      unit: '명',
      count: members?.count ?? 0,
      results: (members?.results ?? []).map(memberResult),
      all: PATHS.adminUsers + changedQuery('', { search }),
    },
    {
      title: '예약',
      unit: '건',
      count: reservations.count,
      results: reservations.results.map(reservationResult),
      all: schedule({ date: 'all', status: 'all', search }),
    },
    {
      title: '장소',
      unit: '곳',
      count: places.count,
      results: places.results.map(placeResult),
      all: schedule({ search }),
    },
  ]
  return groups.filter(({ count }) => count > 0)
}

type Of<Kind extends keyof Found> = NonNullable<Found[Kind]>['results'][number]

const memberResult = (member: Of<'members'>): Result => ({
  id: member.id,
  to: memberAddress(member.id),
  name: member.name,
  badge: <TierBadge of={member} />,
  about: [member.company_name, member.phone],
})

function reservationResult(reservation: Reservation): Result {
  const { id, status, visitor } = reservation
  const { date } = reservationFacts(reservation)
  const isActive = statusesIn('active').includes(status)
  return {
    id,
    to: schedule({ date, status: isActive ? undefined : 'all', open: id }),
    name: `${shortKoreanDate(date)} ${timeRange(reservation)}`,
    badge: <StatusBadge status={status} />,
    about: [partyName(reservation), visitor.name, placeName(reservation)],
  }
}

const placeResult = ({ kind, id, name, where }: Of<'places'>): Result => ({
  id: `${kind} ${id}`,
  to: schedule({ search: name }),
  name,
  about: [kind === 'tour' ? '도슨트' : '미팅룸', where],
})
