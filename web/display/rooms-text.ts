import type { DisplayRoom } from '../../contract/display.ts'
import type { Instant } from '../../domain/madrid-time.ts'
import { lineText, WORDS, type Tone } from './board-text.ts'

type Required = 'id' | 'name' | 'size' | 'has_available_slots'

export type ListedRoom = Pick<DisplayRoom, Required> & Partial<DisplayRoom>

/** Its state has ended, so only the service knows the next one. */
export const isOver = ({ until }: Pick<ListedRoom, 'until'>, now: Instant): boolean =>
  until != null && Date.parse(until) <= now

// The service usually answers sooner.
const GRACE_MS = 15_000

type Card = { tone: Tone; english?: string; korean?: string; line?: string | null }

/** Does not show an outdated state as current. */
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
