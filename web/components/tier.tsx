import { hasTierFor, tierOf, type TierFlags } from '../../domain/tier.ts'
import { Badge } from '../ui/list/badge.tsx'

/** `[VIP 전용] ` or empty. */
export function tierPrefix(place: TierFlags): string {
  const tier = tierOf(place)
  return tier === 'normal' ? '' : `[${tier} 전용] `
}

export const labelledName = (place: TierFlags & { name: string }): string =>
  `${tierPrefix(place)}${place.name}`

/** In the service's words; null if the member may book. */
export const tierRefusal = (member: TierFlags, place: TierFlags): string | null =>
  hasTierFor(member, place) ? null : `${tierOf(place)} 회원만 예약할 수 있습니다.`

export function TierBadge({ of }: { of: TierFlags }) {
  const tier = tierOf(of)
  if (tier === 'normal') return null
  return <Badge tone={tier === 'VIP' ? 'vip' : 'vvip'}>{tier}</Badge>
}
