import { useMedia } from '../../browser/use-media.ts'

const NARROW = matchMedia('(max-width: 639.98px)')

/** The width at which tables become cards. */
export const useIsNarrow = (): boolean => useMedia(NARROW)
