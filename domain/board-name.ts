export const DISPLAY_NAMES = ['full', 'masked', 'hidden'] as const
export type DisplayNames = (typeof DISPLAY_NAMES)[number]

export const DISPLAY_TITLES = ['shown', 'hidden'] as const
export type DisplayTitles = (typeof DISPLAY_TITLES)[number]

/** The oldest supported browsers split composed emoji. */
const firstOf = (text: string): string | undefined =>
  'Segmenter' in Intl
    ? new Intl.Segmenter('ko', { granularity: 'grapheme' }).segment(text).containing(0)?.segment
    : Array.from(text)[0]

/** Masked names tell nothing of their length. */
export function boardName(name: string, shows: DisplayNames): string {
  if (shows === 'full') return name
  return shows === 'hidden' ? '' : `${firstOf(name) ?? ''}**`
}

export const boardTitle = (title: string, shows: DisplayTitles): string => (shows === 'shown' ? title : '')
