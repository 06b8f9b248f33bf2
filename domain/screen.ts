import type { Instant } from './madrid-time.ts'

/** Whether these are the digits that a room's set-up link ends with. */
export const isScreenCode = (text: string): boolean => /^[0-9a-f]{10}$/.test(text)

/** How often a screen on a wall says that it is there. */
export const CHECK_IN_MS = 60_000
/** Two that were missed are no accident of the network. */
const SILENT_AFTER_MS = 2.5 * CHECK_IN_MS
/** A silence of this length is reported by mail. */
const TELL_SILENCE_AFTER_MS = 10 * 60_000

/** Whether a screen that was last heard at this instant counts as silent. */
export const isSilent = (last_seen: Instant, now: Instant): boolean => now - last_seen > SILENT_AFTER_MS

/** The latest instant at which a screen that is to be reported by mail was last heard. */
export const silentSince = (now: Instant): Instant => now - TELL_SILENCE_AFTER_MS
