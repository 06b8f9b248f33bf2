import type { ReactNode } from 'react'
import type { searchEverything } from '../../../../contract/admin/search.ts'
import type { ResponseOf } from '../../../../contract/endpoint.ts'
import type { Member } from '../../../../contract/member.ts'
import { reservationFacts, type Reservation } from '../../../../contract/reservation.ts'
import { shortKoreanDate } from '../../../../domain/madrid-time.ts'
import { statusesIn } from '../../../../domain/reservation-filter.ts'
import { placeName, timeRange } from '../../../components/reservation/reservation-text.ts'
import { StatusBadge } from '../../../components/reservation/status-badge.tsx'
import { TierBadge } from '../../../components/tier.tsx'
import { PATHS } from '../../../paths.ts'
import { memberAddress } from '../../components/member-address.ts'
import { partyName } from '../../components/party-name.ts'
import { queryText, type Values } from '../../../api/client.ts'

export type Found = ResponseOf<typeof searchEverything>
type Result = { id: string | number; to: string; name: string; badge?: ReactNode; about: string[] }
/** `all` is the address of a list with the same search. */
type Group = { title: string; unit: string; count: number; results: Result[]; all: string }

export const allOf = ({ title, unit, count }: Group): string =>
  `${title} ${count.toLocaleString('ko')}${unit}`

const schedule = (query: Values) => PATHS.adminReservation + queryText(query)

type Answer<Item> = { count: number; results: Item[] } | null
const shown = <Item,>(found: Answer<Item>, resultOf: (item: Item) => Result) => ({
  count: found?.count ?? 0,
  results: (found?.results ?? []).map(resultOf),
})

/** Without empty ones. */
export function groupsOf({ members, reservations, places }: Found, search: string): Group[] {
  const users = PATHS.adminUsers + queryText({ search })
  const everywhen = { date: 'all', status: 'all', search }
  return [
    { title: '회원', unit: '명', ...shown(members, memberResult), all: users },
    { title: '예약', unit: '건', ...shown(reservations, reservationResult), all: schedule(everywhen) },
    { title: '도슨트·미팅룸', unit: '곳', ...shown(places, placeResult), all: schedule({ search }) },
  ].filter(({ count }) => count > 0)
}

const memberResult = (member: Member): Result => ({
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
    to: schedule({ date, status: isActive ? undefined : 'all', ids: id }),
    name: `${shortKoreanDate(date)} ${timeRange(reservation)}`,
    badge: <StatusBadge status={status} />,
    about: [partyName(reservation), visitor.name, placeName(reservation)],
  }
}

const placeResult = ({ kind, id, name, where }: Found['places']['results'][number]): Result => ({
  id: `${kind} ${id}`,
  to: schedule({ search: name }),
  name,
  about: [kind === 'tour' ? '도슨트' : '미팅룸', where],
})
