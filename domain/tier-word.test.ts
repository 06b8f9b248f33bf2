import { expect, test } from 'vitest'
import { FLAGS_OF } from './tier.ts'
import { readTier, tierWord } from './tier-word.ts'

test.each(['normal', 'VIP', 'VVIP'] as const)(
  'the word for the tier %s is read as that tier again',
  (tier) => {
    expect(readTier(tierWord(FLAGS_OF[tier]))).toBe(tier)
  },
)

test.each([
  ['', 'normal'],
  ['일반', 'normal'],
  [' vip ', 'VIP'],
  ['VVIP', 'VVIP'],
  ['VVIP 회원', 'VVIP'],
  ['-', 'normal'],
  ['골드', undefined],
  ['VIP+', undefined],
] as const)('the word %j in a file is the tier %s', (word, tier) => {
  expect(readTier(word)).toBe(tier)
})
