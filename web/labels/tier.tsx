import { tierOf, type TierFlags } from '../../domain/tier.ts'
import { Badge } from '../ui/badge.tsx'

/** `[VIP 전용] ` before the name of a docent or room that is not for everyone, else nothing. */
export function tierPrefix(place: TierFlags): string {
  const tier = tierOf(place)
  return tier === 'normal' ? '' : `[${tier} 전용] `
}

/** The tier of a member, docent or room; nothing for normal. */
export function TierBadge({ of }: { of: TierFlags }) {
  const tier = tierOf(of)
  if (tier === 'normal') return null
  return <Badge tone={tier === 'VIP' ? 'vip' : 'vvip'}>{tier}</Badge>
}
