import { minutesUntil, type Board } from '../../domain/room-board.ts'
import type { Instant } from '../../domain/madrid-time.ts'

type Word = { tone: 'available' | 'soon' | 'in-use'; english: string; korean: string }

/** The word that the board shows in large letters, and its colour. */
export function wordOf({ status, isEnding }: Pick<Board, 'status' | 'isEnding'>): Word {
  if (status === 'AVAILABLE') return { tone: 'available', english: 'Available', korean: '사용 가능' }
  if (status === 'IN_USE') return { tone: 'in-use', english: 'In Use', korean: '사용 중' }
  return isEnding
    ? { tone: 'soon', english: 'End Soon', korean: '곧 종료' }
    : { tone: 'soon', english: 'Starting Soon', korean: '곧 시작' }
}

/** How long a meeting still lasts, or until it starts; null when there is none left today. */
export function countdownText({ meeting, counts_to }: Board, now: Instant): string | null {
  if (!meeting || counts_to === null) return null
  const left = lengthText(minutesUntil(counts_to, now))
  return meeting.starts_at <= now ? `${left} 남음` : `${left} 후 시작`
}

function lengthText(minutes: number): string {
  const hours = Math.floor(minutes / 60)
  if (hours === 0) return `${minutes}분`
  return minutes % 60 === 0 ? `${hours}시간` : `${hours}시간 ${minutes % 60}분`
}
