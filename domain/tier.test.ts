import { expect, test } from 'vitest'
import { hasTierFor, normaliseTier, tierOf, turnVip, turnVvip } from './tier.ts'

const flags = {
  normal: { is_vip: false, is_vvip: false },
  VIP: { is_vip: true, is_vvip: false },
  VVIP: { is_vip: true, is_vvip: true },
}

test.each([
  ['normal', 'normal', true],
  ['normal', 'VIP', false],
  ['normal', 'VVIP', false],
  ['VIP', 'normal', true],
  ['VIP', 'VIP', true],
  ['VIP', 'VVIP', false],
  ['VVIP', 'normal', true],
  ['VVIP', 'VIP', true],
  ['VVIP', 'VVIP', true],
] as const)('a %s member may book a %s docent or room: %s', (member, place, allowed) => {
  expect(hasTierFor(flags[member], flags[place])).toBe(allowed)
})

test.each([
  [false, false, 'normal', flags.normal],
  [true, false, 'VIP', flags.VIP],
  [true, true, 'VVIP', flags.VVIP],
  [false, true, 'VVIP', flags.VVIP],
] as const)('VIP %s and VVIP %s means %s', (is_vip, is_vvip, tier, consistent) => {
  expect(tierOf({ is_vip, is_vvip })).toBe(tier)
  expect(normaliseTier({ is_vip, is_vvip })).toEqual(consistent)
})

test.each([
  ['VVIP', 'on', 'normal', 'VVIP'],
  ['VVIP', 'on', 'VIP', 'VVIP'],
  ['VVIP', 'off', 'VVIP', 'VIP'],
  ['VIP', 'on', 'normal', 'VIP'],
  ['VIP', 'off', 'VIP', 'normal'],
  ['VIP', 'off', 'VVIP', 'normal'],
] as const)('turning %s %s makes %s to %s', (which, way, before, after) => {
  const turn = which === 'VIP' ? turnVip : turnVvip
  expect(turn(flags[before], way === 'on')).toEqual(flags[after])
})
