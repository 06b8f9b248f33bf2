import type { PublicInfo } from '../../../../contract/public-info.ts'
import { instantOf, type Instant } from '../../../../domain/madrid-time.ts'
import type { PassEntry, TicketEntry } from './kept-pass.ts'

type Timed = Pick<PassEntry, 'date' | 'time' | 'ends_at'>

/** Such as `23분 후`; null a day ahead or more, and after the end. */
export function whenText({ date, time, ends_at }: Timed, now: Instant): string | null {
  const minutes = Math.ceil((instantOf(date, time.slice(0, 5))! - now) / 60_000)
  if (minutes <= 0) return now < ends_at ? '이용 중' : null
  if (minutes >= 24 * 60) return null
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  return `${[hours && `${hours}시간`, rest && `${rest}분`].filter(Boolean).join(' ')} 후`
}

/** Empty where the room's name says it. */
export const kindText = ({ type, place }: Pick<PassEntry, 'type' | 'place'>): string =>
  type === 'VIP_TOUR' ? '투어' : place.includes('미팅') ? '' : '미팅'

export const whereText = ({ type, start_point }: Pick<PassEntry, 'type' | 'start_point'>): string =>
  type === 'VIP_TOUR' && start_point ? `시작 위치 ${start_point}` : start_point

/** The event's colour is legible under white in both themes. */
export const coloursOf = (info: PublicInfo | undefined) =>
  info?.face.accent_colour ? { background: info.face.accent_colour, color: 'var(--on-dark)' } : {}

export const arrivalText = ({ arrived_at }: Pick<TicketEntry, 'arrived_at'>): string | null =>
  arrived_at ? `${arrived_at.slice(11, 16)} 도착` : null
