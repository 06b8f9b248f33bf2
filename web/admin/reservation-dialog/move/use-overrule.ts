import { useState } from 'react'
import { listMembers } from '../../../../contract/admin/members.ts'
import type { Reservation } from '../../../../contract/reservation.ts'
import { hasTierFor, tierOf, type TierFlags } from '../../../../domain/tier.ts'
import { useRead } from '../../../api/reads/use-read.ts'

const UNKNOWN: TierFlags = { is_vip: false, is_vvip: false }

/**
 * Whether the tier of a reservation's member is too low for a place: then their tier, `member`, and the refusal to go on
 * without a word. The service has the last one: `isRefused` when it said so.
 */
export function useOverrule({ user }: Reservation, place: TierFlags, isRefused: boolean) {
  const [error, setError] = useState<string>()
  const asks = tierOf(place) !== 'normal' && user.id !== null
  const { data } = useRead(listMembers, { query: { search: user.phone } }, { enabled: asks })
  const found = data?.results.find(({ id }) => id === user.id) ?? (isRefused ? UNKNOWN : undefined)
  const member = asks && found && !hasTierFor(found, place) ? found : null
  return {
    member,
    error: member ? error : undefined,
    /** Says whether the move may be sent; marks the box when not. */
    check: (isOverruled: boolean): boolean => {
      const may = member === null || isOverruled
      setError(may ? undefined : `${tierOf(place)} 회원만 예약할 수 있습니다.`)
      return may
    },
  }
}
