import { madridEnd, type Instant } from '../../domain/madrid-time.ts'
import { minutesUntil, type BoardState, type RoomMoment } from '../../domain/room-state.ts'
import type { BoardBlock } from '../../domain/room-board.ts'

export type Tone = 'available' | 'soon' | 'in-use' | 'closed' | 'unknown'

type Word = { english: string; korean: string; tone: Tone }

export const WORDS: Readonly<Record<BoardState, Word>> = {
  available: { english: 'Available', korean: '사용 가능', tone: 'available' },
  starting_soon: { english: 'Starting Soon', korean: '곧 시작', tone: 'soon' },
  in_use: { english: 'In Use', korean: '사용 중', tone: 'in-use' },
  end_soon: { english: 'End Soon', korean: '곧 종료', tone: 'soon' },
  closed: { english: 'Closed', korean: '사용 불가', tone: 'closed' },
}

type Moment = RoomMoment<BoardBlock>

/** Until when the word is true, or why an empty room is unavailable. */
export function lineText({ state, board, is_open, until }: Omit<Moment, 'meeting' | 'next'>): string | null {
  const time = until === null ? '' : madridEnd(until)
  if (board === 'starting_soon') return `${time} 시작`
  if (board === 'in_use') return `${time}까지`
  if (board === 'end_soon') return `${time} 종료`
  if (board === 'closed') return null
  if (is_open) return `${time}까지`
  if (state === 'closed') return '오늘 예약 종료'
  return until === null ? '이용 시간 아님' : `${time}부터 예약 가능`
}

export function countdownText({ meeting }: Pick<Moment, 'meeting'>, now: Instant): string | null {
  if (!meeting) return null
  const isOn = meeting.starts_at <= now
  const left = lengthText(minutesUntil(isOn ? meeting.ends_at : meeting.starts_at, now))
  return isOn ? `${left} 남음` : `${left} 후 시작`
}

export const placeText = ({
  floor,
  size,
}: {
  floor?: number | undefined
  size?: number | undefined
}): string => [floor && `${floor}층`, size && `최대 ${size}명`].filter(Boolean).join(' · ')

/** Titles may be hidden. */
export const titleText = (title: string): string => title || '미팅'

function lengthText(minutes: number): string {
  const hours = Math.floor(minutes / 60)
  if (hours === 0) return `${minutes}분`
  return minutes % 60 === 0 ? `${hours}시간` : `${hours}시간 ${minutes % 60}분`
}
