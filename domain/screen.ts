import { latestPast } from './ahead.ts'
import { madridTime, type Instant } from './madrid-time.ts'

/** Ten hexadecimal digits of a set-up link. */
export const isScreenCode = (text: string): boolean => /^[0-9a-f]{10}$/.test(text)

export const CHECK_IN_MS = 60_000
const SILENT_AFTER_MS = 2.5 * CHECK_IN_MS
const TELL_SILENCE_AFTER_MS = 10 * 60_000

/** A check-in from a rehearsal's later clock is silence. */
export const isSilent = (last_seen: Instant, now: Instant): boolean =>
  now - last_seen > SILENT_AFTER_MS || last_seen > latestPast(now)

export const silentSince = (now: Instant): Instant => now - TELL_SILENCE_AFTER_MS

export type OffHours = { from: string; until: string } | null

/** Off-hours may span midnight. */
export function areWallsOff(off: OffHours, now: Instant): boolean {
  if (!off) return false
  const time = madridTime(now)
  return off.from < off.until ? off.from <= time && time < off.until : off.from <= time || time < off.until
}

/** Not in off-hours or ten minutes after: screens need to start. */
export const isSilenceTold = (off: OffHours, now: Instant): boolean =>
  !areWallsOff(off, now) && !areWallsOff(off, silentSince(now))

export const SCREEN_NAME_MAX = 40

type Named = { id: number; name: string | null; width: number; height: number }

/** Its own name, else room and size, numbered if ambiguous. */
export function screenName(screen: Named, room: string, among: readonly Named[]): string {
  if (screen.name !== null) return screen.name
  const { width, height } = screen
  const alike = among
    .filter((each) => each.name === null && each.width === width && each.height === height)
    .map(({ id }) => id)
    .sort((a, b) => a - b)
  const own = `${room} · ${width} × ${height}`
  return alike.length > 1 ? `${own} (${alike.indexOf(screen.id) + 1})` : own
}

export const SCREEN_ORDERS = ['identify', 'reload'] as const
export type ScreenOrder = (typeof SCREEN_ORDERS)[number]

const ORDER_LAPSES_MS = 10 * 60_000

/** Lapses after ten minutes. */
export const orderState = (
  { ordered_at, heard_at }: { ordered_at: Instant; heard_at: Instant | null },
  now: Instant,
): 'heard' | 'waiting' | 'lapsed' =>
  heard_at !== null ? 'heard' : isRecent(ordered_at, now) ? 'waiting' : 'lapsed'

const isRecent = (ordered_at: Instant, now: Instant) =>
  now - ordered_at < ORDER_LAPSES_MS && ordered_at <= latestPast(now)
