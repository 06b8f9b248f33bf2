export const DISPLAY_NAMES = ['full', 'masked', 'hidden'] as const
/** How much of a visitor's name the public boards show. */
export type DisplayNames = (typeof DISPLAY_NAMES)[number]

export const DISPLAY_TITLES = ['shown', 'hidden'] as const
/** Whether the public boards show the titles of meetings. */
export type DisplayTitles = (typeof DISPLAY_TITLES)[number]

/** The characters as a reader counts them; the oldest browsers that we serve take an emoji of several for several. */
const charactersOf = (text: string): string[] =>
  'Segmenter' in Intl
    ? [...new Intl.Segmenter('ko', { granularity: 'grapheme' }).segment(text)].map(({ segment }) => segment)
    : Array.from(text)

/** A visitor's name as a public board shows it. Masked, its first character stays. */
export function boardName(name: string, shows: DisplayNames): string {
  if (shows === 'full') return name
  if (shows === 'hidden') return ''
  return charactersOf(name)
    .map((character, i) => (i === 0 ? character : '*'))
    .join('')
}

/** A meeting's title as a public board shows it; empty where it is hidden. */
export const boardTitle = (title: string, shows: DisplayTitles): string => (shows === 'shown' ? title : '')
