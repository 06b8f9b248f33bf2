export const DISPLAY_NAMES = ['full', 'masked', 'hidden'] as const
/** How much of a visitor's name the public boards show. */
export type DisplayNames = (typeof DISPLAY_NAMES)[number]

const graphemes = new Intl.Segmenter('ko', { granularity: 'grapheme' })

/** A visitor's name as a public board shows it. Masked, its first character stays. */
export function boardName(name: string, shows: DisplayNames): string {
  if (shows === 'full') return name
  if (shows === 'hidden') return ''
  return [...graphemes.segment(name)].map(({ segment }, i) => (i === 0 ? segment : '*')).join('')
}
