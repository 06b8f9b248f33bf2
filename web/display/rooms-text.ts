import type { DisplayRoom } from '../../contract/display.ts'
import type { Instant } from '../../domain/madrid-time.ts'
import { lineText, WORDS, type Tone } from './board-text.ts'

type Required = 'id' | 'name' | 'size' | 'has_available_slots'

export type ListedRoom = Pick<DisplayRoom, Required> & Partial<DisplayRoom>

/** Its state has ended, so only the service knows the next one. */
export const isOver = ({ until, coming = [] }: Pick<ListedRoom, 'until' | 'coming'>, now: Instant): boolean =>
  [until, coming[0]?.at].some((at) => at != null && Date.parse(at) <= now)

/** Current state, from the server's `coming` list. */
const roomNow = (room: ListedRoom, now: Instant): ListedRoom =>
  (room.coming ?? [])
    .filter(({ at }) => Date.parse(at) <= now)
    .reduce((before, { at: _, ...moment }) => ({ ...before, ...moment }), room)

// The service usually answers sooner.
const GRACE_MS = 15_000

type Card = { tone: Tone; english?: string; korean?: string; line?: string | null }

/** Does not show an outdated state as current. */
export function cardText(listed: ListedRoom, now: Instant): Card {
  const room = roomNow(listed, now)
  const { state, board, is_open, until } = room
  if (until != null && Date.parse(until) <= now - GRACE_MS) return { tone: 'unknown', korean: '확인 중' }
  if (!state || !board || is_open === undefined || until === undefined)
    return { tone: room.has_available_slots ? 'available' : 'closed' }
  const moment = { state, board, is_open, until: until === null ? null : Date.parse(until) }
  return { ...WORDS[board], line: lineText(moment) }
}

export const bookableText = ({ has_available_slots }: ListedRoom): string =>
  has_available_slots ? '예약 가능' : '예약 불가'
