import { EARLY_END_TEXT, reservationFacts, timesOf, type Reservation } from '../../../contract/reservation.ts'
import { madridDate, madridTime, shortKoreanDate, type Instant } from '../../../domain/madrid-time.ts'
import { earlyEndOf, type EarlyEnd } from '../../../domain/reservation.ts'

function edgesOf(reservation: Reservation): { start_time: string; end_time: string } {
  const times = timesOf(reservation)
  return { start_time: times[0]!.start_time, end_time: times.at(-1)!.end_time }
}

export function timeRange(reservation: Reservation): string {
  const { start_time, end_time } = edgesOf(reservation)
  return `${start_time} ~ ${end_time}`
}

/** A reservation ended before its start never took place, so it shows its booked time. */
export function realRange(
  { start_time, end_time, starts_at }: { start_time: string; end_time: string; starts_at: Instant },
  ended_at: string | null,
): { range: string; early: EarlyEnd | null } {
  const ended = ended_at ? Date.parse(ended_at) : null
  const early = earlyEndOf(starts_at, ended)
  return { range: `${start_time} ~ ${early === 'early' ? madridTime(ended!) : end_time}`, early }
}

export function spanOf(reservation: Reservation): { range: string; early: EarlyEnd | null } {
  const { starts_at } = reservationFacts(reservation)
  return realRange({ ...edgesOf(reservation), starts_at }, reservation.ended_at)
}

/** For example `10:00 ~ 10:12 · 조기 종료`. */
export function spanText(reservation: Reservation): string {
  const { range, early } = spanOf(reservation)
  return early ? `${range} · ${EARLY_END_TEXT[early]}` : range
}

export const minutesOf = (reservation: Reservation): number =>
  reservation.type === 'VIP_TOUR' ? reservation.available_tour.duration : reservation.total_duration

export const placeName = (reservation: Reservation): string =>
  reservation.type === 'VIP_TOUR' ? reservation.available_tour.docent.name : reservation.room.name

/** As its member knows it: docent of a tour, title of a meeting. */
export const titleOf = (reservation: Reservation): string =>
  reservation.type === 'VIP_TOUR' ? reservation.available_tour.docent.name : reservation.visitor.title

export function whereOf(reservation: Reservation): string[] {
  if (reservation.type === 'GROUP_MEETING') return [reservation.room.name, `${reservation.room.floor}층`]
  const { language, start_point } = reservation.available_tour.docent
  // Some answers have no start point.
  return [language, start_point].filter(Boolean)
}

/** For example `11.21 (토) 09:05`. */
export function momentText(at: string | Instant): string {
  const instant = typeof at === 'string' ? Date.parse(at) : at
  return `${shortKoreanDate(madridDate(instant))} ${madridTime(instant)}`
}
