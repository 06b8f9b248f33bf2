import { ICalEventStatus } from 'ical-generator'
import type { Reservation } from '../../contract/reservation.ts'
import { addEntry, emptyCalendar, type CalendarNotice } from './calendar.ts'
import { oneLine } from './heading.ts'
import { factsOf } from './templates/reservation-facts.ts'
import { entryOf, locationOf } from './templates/reservation-notice.ts'

/** Programs may come less often. */
const REFRESH_SECONDS = 15 * 60

/** `member` reads own reservations, `staff` those at a place, `manager` all. */
export type FeedReader = 'member' | 'staff' | 'manager'

/** Programs replace the whole file, so missing entries disappear. Pending reservations are tentative. */
export function feedFile(name: string, reader: FeedReader, notices: readonly CalendarNotice[]): string {
  const calendar = emptyCalendar('PUBLISH').name(oneLine(name)).ttl(REFRESH_SECONDS)
  for (const notice of notices) {
    const { status, updated_at } = notice.reservation
    const entry = ENTRIES[reader](notice)
    addEntry(
      calendar,
      notice,
      entry,
      status === 'PENDING' ? ICalEventStatus.TENTATIVE : ICalEventStatus.CONFIRMED,
    ).lastModified(Temporal.Instant.from(updated_at))
  }
  return `${calendar.toString()}\r\n`
}

const MARKS: Readonly<Record<string, string>> = { PENDING: '[승인 대기] ', CANCEL_REQUESTED: '[취소 요청] ' }
const marked = ({ status }: Reservation, summary: string) => `${MARKS[status] ?? ''}${summary}`

function ownEntry(notice: CalendarNotice) {
  const { reminder: _, summary, ...entry } = entryOf(notice)
  return { ...entry, summary: marked(notice.reservation, summary) }
}

/** Like the day sheet: visitors, their number and phone. */
function sheetEntry({ reservation }: CalendarNotice) {
  const { visitor, status } = reservation
  const facts = factsOf(reservation).map(({ label, value }) => `${label}: ${oneLine(value)}`)
  if (status === 'CANCEL_REQUESTED') facts.unshift('취소 요청을 받았습니다.')
  const what = 'title' in visitor ? visitor.title : '투어'
  return {
    summary: oneLine(`${what} - ${visitor.company} ${visitor.name} (${visitor.count}명)`),
    location: locationOf(reservation),
    description: facts.join('\n'),
  }
}

function managerEntry(notice: CalendarNotice) {
  const { reservation } = notice
  const { summary, ...entry } = sheetEntry(notice)
  const { name } = reservation.type === 'VIP_TOUR' ? reservation.available_tour.docent : reservation.room
  return { ...entry, summary: marked(reservation, `${oneLine(name)} · ${summary}`) }
}

const ENTRIES = { member: ownEntry, staff: sheetEntry, manager: managerEntry }
