import { tierOf, type Tier, type TierFlags } from './tier.ts'

export function tierWord(of: TierFlags): string {
  const tier = tierOf(of)
  return tier === 'normal' ? '일반' : tier
}

/** Accepts `[VVIP 전용]`, `vip` or empty; else undefined. */
export function readTier(text: string): Tier | undefined {
  const word = text
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll(/[\s[\]()]|전용|회원/g, '')
  if (['', '-', 'X', '일반', '없음', 'NORMAL'].includes(word)) return 'normal'
  return word === 'VIP' || word === 'VVIP' ? word : undefined
}
