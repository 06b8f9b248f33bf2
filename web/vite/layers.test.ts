import { expect, test } from 'vitest'
import { withoutLayers } from './layers.ts'

test('what a later layer says comes last, whatever the order of the files', () => {
  const css = `@layer a,b;@layer b{.x{color:red}@media print{.x{top:0}}}@font-face{src:url(f)}@layer a,b;@layer a{.x{color:blue}}`
  expect(withoutLayers(css, ['a', 'b'])).toBe(
    '@font-face{src:url(f)}.x{color:blue}.x{color:red}@media print{.x{top:0}}',
  )
})

test('ranges of media queries and heights are written in the older way', () => {
  const css =
    '@layer a{@media (width>=900px) and (height<=640px){.x{min-height:100dvh;height:calc(50svh - 1px)}}}'
  expect(withoutLayers(css, ['a'])).toBe(
    '@media (min-width:900px) and (max-height:640px){.x{min-height:100vh;height:calc(50vh - 1px)}}',
  )
})
