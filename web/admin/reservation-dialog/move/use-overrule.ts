import { useState } from 'react'
import type { Reservation } from '../../../../contract/reservation.ts'
import { hasTierFor, tierOf, type TierFlags } from '../../../../domain/tier.ts'
import { useMembers } from '../../components/use-members.ts'

const UNKNOWN: TierFlags = { is_vip: false, is_vvip: false }

/**
 * Whether the tier of a reservation's member is too low for a place: then their tier, `member`, and the refusal to go on
 * without a word. The service has the last one: `isRefused` when it said so.
 */
export function useOverrule({ user }: Reservation, place: TierFlags, isRefused: boolean) {
  const [error, setError] = useState<string>()
  const isTiered = tierOf(place) !== 'normal'
  const { data } = useMembers({ search: user.phone }, { enabled: isTiered && user.id !== null })
  const found = data?.results.find(({ id }) => id === user.id)
  const isLow = isRefused || (found !== undefined && !hasTierFor(found, place))
  const member = isTiered && isLow ? (found ?? UNKNOWN) : null
  return {
    member,
    error: member ? error : undefined,
    forget: () => setError(undefined),
    /** Says whether the move may be sent; marks the box when not. */
    check: (isOverruled: boolean): boolean => {
      const may = member === null || isOverruled
      setError(may ? undefined : `${tierOf(place)} 회원만 예약할 수 있습니다.`)
      return may
    },
  }
}
