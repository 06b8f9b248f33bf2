import ical, {
  ICalAlarmType,
  ICalAttendeeStatus,
  ICalCalendarMethod,
  ICalEventStatus,
  type ICalCalendar,
} from 'ical-generator'
import { reservationFacts } from '../../contract/reservation.ts'
import { applicantName } from '../../contract/text/applicant-text.ts'
import { TIME_ZONE, type Instant } from '../../domain/madrid-time.ts'
import type { CalendarIdentity, ReservationNotice } from './mail.ts'
import { hostOf, mailReservationId } from './heading.ts'

export type CalendarEntry = {
  summary: string
  location: string
  description: string
  reminder: string
}

export const REMINDER_MINUTES = 15

// European summer time since 1996; a TZID needs it.
const VTIMEZONE = `BEGIN:VTIMEZONE
TZID:${TIME_ZONE}
BEGIN:DAYLIGHT
TZOFFSETFROM:+0100
TZOFFSETTO:+0200
TZNAME:CEST
DTSTART:19960331T020000
RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU
END:DAYLIGHT
BEGIN:STANDARD
TZOFFSETFROM:+0200
TZOFFSETTO:+0100
TZNAME:CET
DTSTART:19961027T030000
RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU
END:STANDARD
END:VTIMEZONE`

// ical-generator would write a Date in the process's time zone.
const inMadrid = (instant: Instant) =>
  Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(TIME_ZONE)

/** In the repeated hour of autumn, a wall time means the first one; the second is written in UTC. */
const comesSecond = (instant: Instant) =>
  inMadrid(instant).toPlainDateTime().toZonedDateTime(TIME_ZONE).epochMilliseconds !== instant

/** Mails use REQUEST and CANCEL, downloads PUBLISH: some calendars cannot add an unmailed REQUEST. */
export type CalendarMethod = 'REQUEST' | 'CANCEL' | 'PUBLISH'

/** The method does not change the entry's identity. */
export function calendarFile(
  notice: ReservationNotice,
  { reminder, ...entry }: CalendarEntry,
  method: CalendarMethod,
): string {
  const { reservation, to } = notice
  const calendar = emptyCalendar(method)
  const event = addEntry(
    calendar,
    notice,
    entry,
    method === 'CANCEL' ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
  )
  if (method !== 'CANCEL')
    event.createAlarm({
      type: ICalAlarmType.display,
      triggerBefore: REMINDER_MINUTES * 60,
      description: reminder,
    })
  // RFC 5546: a published entry has no attendees.
  if (method !== 'PUBLISH')
    event.createAttendee({
      name: applicantName(reservation),
      email: to,
      status: ICalAttendeeStatus.ACCEPTED,
      rsvp: false,
    })
  return `${alarmLast(calendar.toString())}\r\n`
}

export const emptyCalendar = (method: CalendarMethod): ICalCalendar =>
  ical({
    prodId: { company: 'Fairslot', product: 'Reservations', language: 'KO' },
    method: ICalCalendarMethod[method],
    // Only on the event: on the calendar it would write DTSTAMP as local time.
    timezone: { name: null, generator: () => VTIMEZONE },
  })

export type CalendarNotice = Pick<
  ReservationNotice,
  'reservation' | 'version' | 'event_name' | 'contact_email' | 'public_url' | 'identity'
>

export const identityOf = (notice: CalendarNotice): CalendarIdentity =>
  notice.identity ?? {
    uid: `${mailReservationId(notice.reservation)}@${hostOf(notice.public_url)}`,
    organizer: { name: notice.event_name, email: notice.contact_email },
  }

/** The same id in mails, downloads and feeds. */
export function addEntry(
  calendar: ICalCalendar,
  notice: CalendarNotice,
  entry: Omit<CalendarEntry, 'reminder'>,
  status: ICalEventStatus,
) {
  const { reservation, version } = notice
  const { uid, organizer } = identityOf(notice)
  const { starts_at, ends_at: planned } = reservationFacts(reservation)
  const ended = Date.parse(reservation.ended_at ?? '')
  // An entry must not end before it starts.
  const ends_at = ended > starts_at ? ended : planned
  return calendar.createEvent({
    ...entry,
    id: uid,
    sequence: version,
    stamp: Temporal.Instant.from(reservation.updated_at),
    start: inMadrid(starts_at),
    end: inMadrid(ends_at),
    timezone: [starts_at, ends_at].some(comesSecond) ? null : TIME_ZONE,
    status,
    organizer,
  })
}

/** RFC 5545: alarms follow all properties of an event. */
const alarmLast = (file: string) =>
  file.replace(/^(BEGIN:VALARM\r\n.*?^END:VALARM\r\n)(.*?)(?=^END:VEVENT)/ms, '$2$1')
