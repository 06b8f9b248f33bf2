export type Tier = 'normal' | 'VIP' | 'VVIP'
export type TierFlags = { is_vip: boolean; is_vvip: boolean }

const RANK = { normal: 0, VIP: 1, VVIP: 2 } as const

/** The tier that a member has, or that a docent or room asks for. */
export const tierOf = (of: TierFlags): Tier => (of.is_vvip ? 'VVIP' : of.is_vip ? 'VIP' : 'normal')

/** The flags of each tier. */
export const FLAGS_OF: Readonly<Record<Tier, TierFlags>> = {
  normal: { is_vip: false, is_vvip: false },
  VIP: { is_vip: true, is_vvip: false },
  VVIP: { is_vip: true, is_vvip: true },
}

/** Flags made consistent: VVIP always includes VIP. */
export const normaliseTier = (flags: TierFlags): TierFlags => ({
  is_vip: flags.is_vip || flags.is_vvip,
  is_vvip: flags.is_vvip,
})

/** The flags after VIP was turned on or off: without VIP there is no VVIP. */
export const turnVip = (flags: TierFlags, is_vip: boolean): TierFlags => ({
  is_vip,
  is_vvip: flags.is_vvip && is_vip,
})

/** The flags after VVIP was turned on or off: VVIP includes VIP. */
export const turnVvip = (flags: TierFlags, is_vvip: boolean): TierFlags => ({
  is_vip: flags.is_vip || is_vvip,
  is_vvip,
})

/** True when a member's tier is at least the one that the docent or room asks for. */
export const hasTierFor = (member: TierFlags, place: TierFlags): boolean =>
  RANK[tierOf(member)] >= RANK[tierOf(place)]
