import { useState } from 'react'
import type { Reservation } from '../../../../contract/reservation.ts'
import { hasTierFor, tierOf, type TierFlags } from '../../../../domain/tier.ts'
import { useMembers } from '../../components/use-members.ts'

const UNKNOWN: TierFlags = { is_vip: false, is_vvip: false }

/** Asks for an override if the member's tier is too low. `isRefused`: the server said so. */
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
    /** Marks the box if it may not be sent. */
    check: (isOverruled: boolean): boolean => {
      const may = member === null || isOverruled
      setError(may ? undefined : `${tierOf(place)} 회원만 예약할 수 있습니다.`)
      return may
    },
  }
}
