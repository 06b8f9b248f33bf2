import type { DisplayRoom } from '../../contract/display.ts'
import { madridTime, type Instant } from '../../domain/madrid-time.ts'
import { TONES, type Tone } from './board-text.ts'

type Said = Pick<DisplayRoom, 'state' | 'until' | 'is_ending'>

/** Whether the state of a room has come to its end, so that only the service knows the next one. */
export const isOver = ({ until }: Pick<Said, 'until'>, now: Instant): boolean =>
  until !== null && Date.parse(until) <= now

// The service answers the next state within a moment, if it answers at all.
const GRACE_MS = 15_000

/** A room's state on its card, in words and colour. One that is over is not told as if it were not. */
export function cardText(room: Said, now: Instant): { tone: Tone; word: string; until: string } {
  if (isOver(room, now - GRACE_MS)) return { tone: 'unknown', word: '확인 중', until: '' }
  const { state, is_ending } = room
  const time = room.until && madridTime(Date.parse(room.until))
  const soon = is_ending ? ['곧 종료', `${time} 종료`] : ['곧 시작', `${time} 시작`]
  const [word, until] = {
    free: ['사용 가능', `${time}까지`],
    in_use: ['사용 중', `${time}까지`],
    soon,
    closed: ['사용 불가', time === null ? '오늘 예약 종료' : `${time}까지`],
  }[state] as [string, string]
  return { tone: TONES[state], word, until }
}
