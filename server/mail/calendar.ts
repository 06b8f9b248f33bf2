import ical, {
  ICalAlarmType,
  ICalAttendeeStatus,
  ICalCalendarMethod,
  ICalEventStatus,
  type ICalCalendar,
} from 'ical-generator'
import { reservationFacts } from '../../contract/reservation.ts'
import {
  instantOf,
  madridDate,
  madridTime,
  startOfDay,
  TIME_ZONE,
  type Instant,
} from '../../domain/madrid-time.ts'
import type { ReservationNotice } from './mail.ts'
import { hostOf, mailReservationId } from './reservation-id.ts'

export type CalendarEntry = {
  summary: string
  location: string
  description: string
  /** The text of the reminder. */
  reminder: string
}

/** How long before the start calendars remind of it. */
export const REMINDER_MINUTES = 15

// The rules of the European Union's summer time since 1996, as calendars ask for them beside a TZID.
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

// ical-generator writes a Date in the process's own time zone; only Temporal values come out right.
const inMadrid = (instant: Instant) =>
  Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(TIME_ZONE)

/** A wall time that comes twice means the first to a calendar; the second can only be written in UTC. */
const comesSecond = (instant: Instant) =>
  (instantOf(madridDate(instant), madridTime(instant)) ?? startOfDay(madridDate(instant))) !== instant

/**
 * A mail's entry asks its reader (REQUEST) or is taken out again (CANCEL); one that is downloaded is simply published
 * (PUBLISH): calendars take a request that nobody mailed them for an invitation, and some then offer no way to add it.
 */
export type CalendarMethod = 'REQUEST' | 'CANCEL' | 'PUBLISH'

/** The calendar file of a reservation, lines ending in CRLF. Whatever its method, it is about the same entry. */
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
  // RFC 5546: a published entry has no guests.
  if (method !== 'PUBLISH')
    event.createAttendee({
      name: reservation.user.name,
      email: to,
      status: ICalAttendeeStatus.ACCEPTED,
      rsvp: false,
    })
  return `${alarmLast(calendar.toString())}\r\n`
}

/** A calendar with nothing in it yet. */
export const emptyCalendar = (method: CalendarMethod): ICalCalendar =>
  ical({
    prodId: { company: 'Fairslot', product: 'Reservations', language: 'KO' },
    method: ICalCalendarMethod[method],
    // Named on the event only: on the calendar it would turn DTSTAMP into a wall time, which must be UTC.
    timezone: { name: null, generator: () => VTIMEZONE },
  })

/** The parts of a notice that a reservation's entry is made from. */
export type CalendarNotice = Pick<
  ReservationNotice,
  'reservation' | 'version' | 'event_name' | 'contact_email' | 'public_url'
>

/** Adds a reservation's entry, which has one identity wherever it stands: in mails, downloads and subscriptions. */
export function addEntry(
  calendar: ICalCalendar,
  { reservation, version, event_name, contact_email, public_url }: CalendarNotice,
  entry: Omit<CalendarEntry, 'reminder'>,
  status: ICalEventStatus,
) {
  const { starts_at, ends_at } = reservationFacts(reservation)
  const isWall = !comesSecond(starts_at) && !comesSecond(ends_at)
  return calendar.createEvent({
    ...entry,
    id: `${mailReservationId(reservation)}@${hostOf(public_url)}`,
    sequence: version,
    stamp: Temporal.Instant.from(reservation.updated_at),
    start: inMadrid(starts_at),
    end: inMadrid(ends_at),
    timezone: isWall ? TIME_ZONE : null,
    status,
    organizer: { name: event_name, email: contact_email },
  })
}

/** RFC 5545: alarms follow all properties of an event. The library writes them among these. */
const alarmLast = (file: string) =>
  file.replace(/^(BEGIN:VALARM\r\n.*?^END:VALARM\r\n)(.*?)(?=^END:VEVENT)/ms, '$2$1')
