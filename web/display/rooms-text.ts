import type { DisplayRoom } from '../../contract/display.ts'
import type { Instant } from '../../domain/madrid-time.ts'
import { lineText, WORDS, type Tone } from './board-text.ts'

type Required = 'id' | 'name' | 'size' | 'has_available_slots'

/** The fields of a room that a card draws; it leaves out optional ones that an answer lacks. */
export type ListedRoom = Pick<DisplayRoom, Required> & Partial<DisplayRoom>

/** Whether the state of a room has come to its end, so that only the service knows the next one. */
export const isOver = ({ until }: Pick<ListedRoom, 'until'>, now: Instant): boolean =>
  until != null && Date.parse(until) <= now

// The service answers the next state within a moment, if it answers at all.
const GRACE_MS = 15_000

type Card = { tone: Tone; english?: string; korean?: string; line?: string | null }

/** A room's state on its card, as on its board. An outdated one is not shown as if it were current. */
export function cardText(room: ListedRoom, now: Instant): Card {
  const { state, board, is_open, until } = room
  if (isOver(room, now - GRACE_MS)) return { tone: 'unknown', korean: '확인 중' }
  if (!state || !board || is_open === undefined || until === undefined)
    return { tone: room.has_available_slots ? 'available' : 'closed' }
  const moment = { state, board, is_open, until: until === null ? null : Date.parse(until) }
  return { ...WORDS[board], line: lineText(moment) }
}

export const bookableText = ({ has_available_slots }: ListedRoom): string =>
  has_available_slots ? '예약 가능' : '예약 불가'
