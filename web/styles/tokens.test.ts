import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { contrast, CONTRAST_MIN } from '../../domain/contrast.ts'

const css = readFileSync(join(import.meta.dirname, 'tokens.css'), 'utf8')

/** `#rgb` as `#rrggbb`. */
const full = (colour: string) =>
  colour.length < 7 ? colour.replaceAll(/[^#]/g, (digit) => digit + digit) : colour

const COLOUR = /--([\w-]+):[^;]*?(?:light-dark\((#\w+), (#\w+)\)|(#\w+));/g
const colours = new Map(
  [...css.matchAll(COLOUR)].map(([, name, light, dark, both]) => [
    name,
    { light: full(light ?? both), dark: full(dark ?? both) },
  ]),
)

const STATES = ['waiting', 'approved', 'cancel-requested', 'ended', 'rejected', 'cancelled']
const PLAIN = ['paper', 'canvas']

/** Which text stands on which ground. */
const TEXTS: [string, string[]][] = [
  ['ink', [...PLAIN, 'chosen-paper', 'locked-paper', 'held-paper', ...STATES.map((each) => `${each}-paper`)]],
  // The hatch is made of the canvas and the line.
  ['ink-2', [...PLAIN, 'line', 'chosen-paper']],
  ['paper', ['ink', 'action', 'action-hover', 'rejected', 'approved']],
  ['on-dark', ['sign']],
  ...[...STATES, 'held', 'vip', 'vvip'].map((each): [string, string[]] => [each, [`${each}-paper`]]),
  ...['action', 'waiting', 'approved', 'rejected', 'cancelled'].map((each): [string, string[]] => [
    each,
    PLAIN,
  ]),
]

test('only what is the same in both themes has one colour', () => {
  const same = [...colours].filter(([, { light, dark }]) => light === dark).map(([name]) => name)
  expect(same).toEqual(['on-dark', 'sign', 'picture-paper'])
})

describe.each(['light', 'dark'] as const)('in the %s theme', (theme) => {
  const of = (name: string) => colours.get(name)![theme]

  test.each(TEXTS)('the text %s can be read on %s', (text, grounds) => {
    for (const ground of grounds)
      expect(contrast(of(text), of(ground)), `${text} on ${ground}`).toBeGreaterThanOrEqual(CONTRAST_MIN)
  })

  test.each(PLAIN)('the frame of a field and the focus are seen on %s', (ground) => {
    for (const line of ['control-line', 'action'])
      expect(contrast(of(line), of(ground)), line).toBeGreaterThanOrEqual(3)
  })

  test('a dialog darkens the gutter of the scrollbar like the page', () => {
    const parts = (name: string) =>
      of(name)
        .match(/[\da-f]{2}/g)!
        .map((part) => Number.parseInt(part, 16))
    const [ground, over] = [parts('canvas'), parts('backdrop')]
    const share = over[3] / 255
    const mixed = ground.map((part, i) => Math.round(part * (1 - share) + over[i] * share))
    expect(parts('canvas-shaded')).toEqual(mixed)
  })
})
