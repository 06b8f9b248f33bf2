import { latestPast } from './ahead.ts'
import { madridTime, type Instant } from './madrid-time.ts'

/** Whether these are the digits that a room's set-up link ends with. */
export const isScreenCode = (text: string): boolean => /^[0-9a-f]{10}$/.test(text)

/** How often a screen on a wall says that it is there. */
export const CHECK_IN_MS = 60_000
/** Two that were missed are no accident of the network. */
const SILENT_AFTER_MS = 2.5 * CHECK_IN_MS
/** A silence of this length is reported by mail. */
const TELL_SILENCE_AFTER_MS = 10 * 60_000

/** Whether a screen that was last heard at this instant counts as silent; heard under another clock, it is not heard. */
export const isSilent = (last_seen: Instant, now: Instant): boolean =>
  now - last_seen > SILENT_AFTER_MS || last_seen > latestPast(now)

/** The latest instant at which a screen that is to be reported by mail was last heard. */
export const silentSince = (now: Instant): Instant => now - TELL_SILENCE_AFTER_MS

/** The wall times in Madrid between which walls are switched off each day, perhaps over midnight; null for never. */
export type OffHours = { from: string; until: string } | null

/** Whether walls are switched off now. A wall time that comes twice in a night counts both times. */
export function areWallsOff(off: OffHours, now: Instant): boolean {
  if (!off) return false
  const time = madridTime(now)
  return off.from < off.until ? off.from <= time && time < off.until : off.from <= time || time < off.until
}

/**
 * Whether silence is reported now: walls have to be on for as long as a silence lasts before it is, so that those which
 * are being switched on are accused of nothing, and those which stay dark are reported then.
 */
export const isSilenceTold = (off: OffHours, now: Instant): boolean =>
  !areWallsOff(off, now) && !areWallsOff(off, silentSince(now))

export const SCREEN_NAME_MAX = 40

type Named = { id: number; name: string | null; width: number; height: number }

/**
 * The name of a screen: the one that it was given, else its room and size, numbered where several beside the room have
 * that (`among`, of which it is one).
 */
export function screenName(screen: Named, room: string, among: readonly Named[]): string {
  if (screen.name !== null) return screen.name
  const { width, height } = screen
  const alike = among
    .filter((each) => each.name === null && each.width === width && each.height === height)
    .map(({ id }) => id)
    .toSorted((a, b) => a - b)
  const own = `${room} · ${width} × ${height}`
  return alike.length > 1 ? `${own} (${alike.indexOf(screen.id) + 1})` : own
}

/** Orders to screens: to show their names, and to load their boards anew. */
export const SCREEN_ORDERS = ['identify', 'reload'] as const
export type ScreenOrder = (typeof SCREEN_ORDERS)[number]

/** By then nobody stands before the wall any more to see it. */
const ORDER_LAPSES_MS = 10 * 60_000

/** How far an order has come: a screen has heard it, may still hear it, or was away for too long. */
export const orderState = (
  { ordered_at, heard_at }: { ordered_at: Instant; heard_at: Instant | null },
  now: Instant,
): 'heard' | 'waiting' | 'lapsed' =>
  heard_at !== null ? 'heard' : isRecent(ordered_at, now) ? 'waiting' : 'lapsed'

const isRecent = (ordered_at: Instant, now: Instant) =>
  now - ordered_at < ORDER_LAPSES_MS && ordered_at <= latestPast(now)
