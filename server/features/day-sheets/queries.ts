import type { DaySheet, SheetEntry } from '../../../contract/day-sheet.ts'
import type { DaySheetLink } from '../../../contract/admin/day-sheet-links.ts'
import { reservationFacts, type Reservation } from '../../../contract/reservation.ts'
import { isoInMadrid, type Instant } from '../../../domain/madrid-time.ts'
import { TAKING_PLACE } from '../../../domain/reservation.ts'
import type { Db } from '../../database/transaction.ts'
import { hashOf } from '../../http/session.ts'
import { findDocents, findRooms, linkedRow } from '../places/queries.ts'
import { isDisplayedAs, selectReservations, toWire } from '../reservations/queries.ts'

export type Places = {
  docent_id?: number | null | undefined
  room_id?: number | null | undefined
  type?: 'tour' | 'room' | 'meeting' | undefined
}

// A tour's sheet has the fields of a meeting, as null.
const NO_MEETING = { title: null, manager_name: null }

function entryOf(reservation: Reservation, number: number): SheetEntry {
  const { id, visitor, note, ended_at, arrived_at } = reservation
  const { starts_at, ends_at } = reservationFacts(reservation)
  const isMeeting = reservation.type === 'GROUP_MEETING'
  const { time, end_time } = isMeeting
    ? { time: reservation.time_slots[0]!.start_time, end_time: reservation.time_slots.at(-1)!.end_time }
    : reservation.available_tour
  return {
    id,
    number,
    status: reservation.status as SheetEntry['status'],
    start_time: time,
    end_time,
    starts_at: isoInMadrid(starts_at),
    ends_at: isoInMadrid(ends_at),
    ended_at,
    ...NO_MEETING,
    ...visitor,
    note,
    arrived_at,
  }
}

async function findTakingPlace(db: Db, date: string, places: Places, now: Instant): Promise<Reservation[]> {
  const rows = await selectReservations(db)
    .where('r.date', '=', date)
    .where(isDisplayedAs(TAKING_PLACE, now))
    .$if(Boolean(places.docent_id), (query) => query.where('r.docent_id', '=', places.docent_id!))
    .$if(Boolean(places.room_id), (query) => query.where('r.room_id', '=', places.room_id!))
    .orderBy('r.starts_at')
    .orderBy('r.id')
    .execute()
  return rows.map((row) => toWire(row, 'admin', now))
}

/** Includes empty sheets. */
export async function findDaySheets(db: Db, date: string, places: Places, now: Instant): Promise<DaySheet[]> {
  const { docent_id, room_id, type } = places
  const [docents, rooms, reservations] = await Promise.all([
    room_id || (type && type !== 'tour') ? [] : findDocents(db),
    docent_id || type === 'tour' ? [] : findRooms(db),
    findTakingPlace(db, date, places, now),
  ])
  const entries = (isHere: (reservation: Reservation) => boolean) =>
    reservations.filter(isHere).map((reservation, at) => entryOf(reservation, at + 1))
  const tours = docents
    .filter(({ id }) => !docent_id || id === docent_id)
    .map(({ id, name, language, start_point }) => ({
      type: 'VIP_TOUR' as const,
      docent: { id, name, language, start_point },
      date,
      entries: entries((r) => r.type === 'VIP_TOUR' && r.available_tour.docent.id === id),
    }))
  const meetings = rooms
    .filter(({ id }) => !room_id || id === room_id)
    .map(({ id, name, floor, size }) => ({
      type: 'GROUP_MEETING' as const,
      room: { id, name, floor, size },
      date,
      entries: entries((r) => r.type === 'GROUP_MEETING' && r.room.id === id),
    }))
  return [...tours, ...meetings]
}

const selectLinks = (db: Db) =>
  db
    .selectFrom('day_sheet_links as l')
    .leftJoin('docents as d', 'd.id', 'l.docent_id')
    .leftJoin('rooms as r', 'r.id', 'l.room_id')
    .select(['l.id', 'l.docent_id', 'd.name as docent_name', 'l.room_id', 'r.name as room_name', 'l.date'])
    .select(['l.expires_at', 'l.created_at', 'l.created_by', 'l.last_used_at', 'l.may_mark_arrivals'])

export type LinkRow = Awaited<ReturnType<ReturnType<typeof selectLinks>['execute']>>[number]

export async function findLinks(db: Db, now: Instant): Promise<DaySheetLink[]> {
  const rows = await selectLinks(db)
    .where('l.expires_at', '>', new Date(now))
    .orderBy('l.id', 'desc')
    .execute()
  return rows.map(linkedRow)
}

export async function findLink(db: Db, id: number, now: Instant): Promise<DaySheetLink | undefined> {
  const row = await selectLinks(db)
    .where('l.id', '=', id)
    .where('l.expires_at', '>', new Date(now))
    .executeTakeFirst()
  return row && linkedRow(row)
}

export const findLinkByToken = (db: Db, token: string, now: Instant) =>
  selectLinks(db)
    .where('l.token_hash', '=', hashOf(token))
    .where('l.expires_at', '>', new Date(now))
    .executeTakeFirst()
