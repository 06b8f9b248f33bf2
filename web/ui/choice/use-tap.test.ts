import { expect, test } from 'vitest'
import { isByHand } from './use-tap.ts'

const FINGER = {
  isTrusted: true,
  isPrimary: true,
  button: 0,
  pointerType: 'touch',
  width: 23,
  height: 23,
  pressure: 1,
}
const MOUSE = { ...FINGER, pointerType: 'mouse', width: 1, height: 1, pressure: 0.5 }

test.each([
  ['a finger', FINGER, true],
  ['a finger on iOS, which reports no pressure', { ...FINGER, pressure: 0 }, true],
  ['a pen', { ...FINGER, pointerType: 'pen', width: 1, height: 1 }, true],
  ['a mouse', MOUSE, true],
  ['the right button of a mouse', { ...MOUSE, button: 2 }, false],
  ['the second finger', { ...FINGER, isPrimary: false }, false],
  ['a double tap of VoiceOver', { ...FINGER, width: 0, height: 0, pressure: 0 }, false],
  ['a double tap of TalkBack', { ...MOUSE, pressure: 0 }, false],
  ['a script', { ...FINGER, isTrusted: false }, false],
  ['what is not known', { ...FINGER, pointerType: '' }, false],
])('%s is a tap by hand: %s', (_, event, isHand) => {
  expect(isByHand(event)).toBe(isHand)
})
