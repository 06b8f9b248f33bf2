import { tierOf, type Tier, type TierFlags } from './tier.ts'

/** A tier as people read it. */
export function tierWord(of: TierFlags): string {
  const tier = tierOf(of)
  return tier === 'normal' ? '일반' : tier
}

/**
 * The tier that a word in a table or file stands for, as people write it: `[VVIP 전용]`, `vip`, nothing at all for a normal
 * one. Undefined when no tier is called so.
 */
export function readTier(text: string): Tier | undefined {
  const word = text
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll(/[\s[\]()]|전용|회원/g, '')
  if (['', '-', 'X', '일반', '없음', 'NORMAL'].includes(word)) return 'normal'
  return word === 'VIP' || word === 'VVIP' ? word : undefined
}
