export type Tier = 'normal' | 'VIP' | 'VVIP'
export type TierFlags = { is_vip: boolean; is_vvip: boolean }

const RANK = { normal: 0, VIP: 1, VVIP: 2 } as const

export const tierOf = (of: TierFlags): Tier => (of.is_vvip ? 'VVIP' : of.is_vip ? 'VIP' : 'normal')

export const FLAGS_OF: Readonly<Record<Tier, TierFlags>> = {
  normal: { is_vip: false, is_vvip: false },
  VIP: { is_vip: true, is_vvip: false },
  VVIP: { is_vip: true, is_vvip: true },
}

/** VVIP includes VIP. */
export const normaliseTier = (flags: TierFlags): TierFlags => ({
  is_vip: flags.is_vip || flags.is_vvip,
  is_vvip: flags.is_vvip,
})

export const turnVip = (flags: TierFlags, is_vip: boolean): TierFlags => ({
  is_vip,
  is_vvip: flags.is_vvip && is_vip,
})

export const turnVvip = (flags: TierFlags, is_vvip: boolean): TierFlags => ({
  is_vip: flags.is_vip || is_vvip,
  is_vvip,
})

export const rankOf = (of: TierFlags): number => RANK[tierOf(of)]

export const hasTierFor = (member: TierFlags, place: TierFlags): boolean => rankOf(member) >= rankOf(place)
