import { setImmediate } from 'node:timers/promises'
import { escape, ICalEventStatus } from 'ical-generator'
import type { Reservation } from '../../contract/reservation.ts'
import { ERASED_TEXT, isErased } from '../../contract/text/applicant-text.ts'
import { addEntry, emptyCalendar, type CalendarNotice } from './calendar.ts'
import { nounOf, oneLine } from './heading.ts'
import { factsOf } from './templates/reservation-facts.ts'
import { entryOf, locationOf } from './templates/reservation-notice.ts'

/** Programs may come less often. */
const REFRESH_SECONDS = 15 * 60

const AT_ONCE = 200
const EVENTS = /^BEGIN:VEVENT\r\n[^]*^END:VEVENT\r\n/m
const END = 'END:VCALENDAR\r\n'

/** `member` reads own reservations, `staff` those at a place, `manager` all. */
export type FeedReader = 'member' | 'staff' | 'manager'

/** Programs replace the whole file, so missing entries disappear. Pending reservations are tentative. */
export async function feedFile(name: string, reader: FeedReader, notices: readonly CalendarNotice[]) {
  let file = feedPart(name, reader, notices.slice(0, AT_ONCE))
  for (let at = AT_ONCE; at < notices.length; at += AT_ONCE) {
    // Let other requests run.
    await setImmediate()
    const [events] = EVENTS.exec(feedPart(name, reader, notices.slice(at, at + AT_ONCE)))!
    file = file.slice(0, -END.length) + events + END
  }
  return file
}

function feedPart(name: string, reader: FeedReader, notices: readonly CalendarNotice[]): string {
  const calendar = emptyCalendar('PUBLISH')
    .name(escape(oneLine(name), false))
    .ttl(REFRESH_SECONDS)
  for (const notice of notices) {
    const { status, updated_at } = notice.reservation
    addEntry(
      calendar,
      notice,
      ENTRIES[reader](notice),
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
  const what = ('title' in visitor && visitor.title) || nounOf({ reservation })
  const who = isErased(reservation) ? ERASED_TEXT : `${visitor.company} ${visitor.name}`
  return {
    summary: oneLine(`${what} - ${who} (${visitor.count}명)`),
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
