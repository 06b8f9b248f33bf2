import { hasTierFor, tierOf, type TierFlags } from '../../domain/tier.ts'
import { Badge } from '../ui/list/badge.tsx'

/** `[VIP 전용] ` before the name of a docent or room that is not for everyone, else nothing. */
export function tierPrefix(place: TierFlags): string {
  const tier = tierOf(place)
  return tier === 'normal' ? '' : `[${tier} 전용] `
}

/** The name of a docent or room with its label. */
export const labelledName = (place: TierFlags & { name: string }): string =>
  `${tierPrefix(place)}${place.name}`

/** Why a member may not book a docent or room, in the words of the service; null when they may. */
export const tierRefusal = (member: TierFlags, place: TierFlags): string | null =>
  hasTierFor(member, place) ? null : `${tierOf(place)} 회원만 예약할 수 있습니다.`

/** The tier of a member, docent or room; nothing for normal. */
export function TierBadge({ of }: { of: TierFlags }) {
  const tier = tierOf(of)
  if (tier === 'normal') return null
  return <Badge tone={tier === 'VIP' ? 'vip' : 'vvip'}>{tier}</Badge>
}
