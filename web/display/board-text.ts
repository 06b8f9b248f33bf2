import { madridTime, type Instant } from '../../domain/madrid-time.ts'
import { minutesUntil, type RoomMoment, type RoomState } from '../../domain/room-state.ts'
import type { BoardBlock } from '../../domain/room-board.ts'

export type Tone = 'available' | 'soon' | 'in-use' | 'closed' | 'unknown'

/** The colour of a state on walls. */
export const TONES: Readonly<Record<RoomState, Tone>> = {
  free: 'available',
  soon: 'soon',
  in_use: 'in-use',
  closed: 'closed',
}

type Moment = RoomMoment<BoardBlock>

/** The word that the board shows in large letters, in both languages. */
export function wordOf({ state, isEnding, until }: Pick<Moment, 'state' | 'isEnding' | 'until'>): {
  english: string
  korean: string
} {
  if (state === 'free') return { english: 'Available', korean: '사용 가능' }
  if (state === 'in_use') return { english: 'In Use', korean: '사용 중' }
  if (state === 'closed')
    return { english: 'Closed', korean: until === null ? '오늘 예약 종료' : '이용 시간 아님' }
  return isEnding
    ? { english: 'End Soon', korean: '곧 종료' }
    : { english: 'Starting Soon', korean: '곧 시작' }
}

/** Until when a room is free, or from when on; null where the meeting beside it says that already. */
export function untilText({ state, until, meeting }: Moment): string | null {
  if (until === null || until === meeting?.starts_at) return null
  if (state === 'free') return `${madridTime(until)}까지`
  return state === 'closed' ? `${madridTime(until)}부터 사용 가능` : null
}

/** How long a meeting still lasts, or until it starts; null when there is none left today. */
export function countdownText({ meeting }: Pick<Moment, 'meeting'>, now: Instant): string | null {
  if (!meeting) return null
  const isOn = meeting.starts_at <= now
  const left = lengthText(minutesUntil(isOn ? meeting.ends_at : meeting.starts_at, now))
  return isOn ? `${left} 남음` : `${left} 후 시작`
}

/** The title of a meeting; a neutral word where titles are hidden. */
export const titleText = (title: string): string => title || '미팅'

function lengthText(minutes: number): string {
  const hours = Math.floor(minutes / 60)
  if (hours === 0) return `${minutes}분`
  return minutes % 60 === 0 ? `${hours}시간` : `${hours}시간 ${minutes % 60}분`
}
