export const DISPLAY_NAMES = ['full', 'masked', 'hidden'] as const
export type DisplayNames = (typeof DISPLAY_NAMES)[number]

export const DISPLAY_TITLES = ['shown', 'hidden'] as const
export type DisplayTitles = (typeof DISPLAY_TITLES)[number]

/** The oldest supported browsers split composed emoji. */
const charactersOf = (text: string): string[] =>
  'Segmenter' in Intl
    ? [...new Intl.Segmenter('ko', { granularity: 'grapheme' }).segment(text)].map(({ segment }) => segment)
    : Array.from(text)

/** Masking leaves the first character. */
export function boardName(name: string, shows: DisplayNames): string {
  if (shows === 'full') return name
  if (shows === 'hidden') return ''
  return charactersOf(name)
    .map((character, i) => (i === 0 ? character : '*'))
    .join('')
}

export const boardTitle = (title: string, shows: DisplayTitles): string => (shows === 'shown' ? title : '')
