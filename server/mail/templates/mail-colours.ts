import type { Html } from './html.ts'

export const INK = '#0b1324'
export const SECOND_INK = '#4a5468'
export const LINE = '#dfe3ea'
export const CANVAS = '#f4f6f9'
export const PAPER = '#ffffff'
export const ACTION = '#1d46e8'
export const DARK_ACTION = '#3f64f4'
export const ON_ACTION = '#ffffff'

/** Overrides the inline colours where supported. */
export const PALETTES: Html = {
  markup: `:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){
.canvas{background-color:#0b1018!important}
.paper{background-color:#161d29!important;border-color:#2c3647!important;border-top-color:${DARK_ACTION}!important}
.box{background-color:#0f1520!important;border-color:#2c3647!important}
.ink{color:#eef1f6!important}
.quiet{color:#aab4c5!important}
.rule{border-color:#2c3647!important}
.link{color:#a3b8ff!important}
.action{background-color:${DARK_ACTION}!important}
.on-action{color:#ffffff!important}
}`,
}
