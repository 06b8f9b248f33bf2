import { rearrangeReservations } from '../contract/admin/rearrange.ts'
import { reserveTour } from '../contract/booking.ts'
import type { BodyOf } from '../contract/endpoint.ts'
import type { Reservation } from '../contract/reservation.ts'
import { actOnReservation } from '../contract/reservation-action.ts'
import type { Client, TestApp } from './app.ts'
import { decision } from './make-reservation.ts'
import { tourForm } from './make-waiting.ts'
import { makeDocent, makeTourSlots, makeVisitor } from './make.ts'

type Change = Omit<BodyOf<typeof rearrangeReservations>, 'reservation_ids' | 'dry_run' | 'state'>

export const REASON = '도슨트가 갑자기 아픕니다.'

/** First the dry run, then the call itself with its reservations. */
export async function rearranging(admin: Client, change: Change) {
  const dry = await admin.ok(rearrangeReservations, { body: { ...change, dry_run: true } })
  const reservation_ids = dry.results.map(({ id }) => id)
  return { body: { reason: REASON, ...change, reservation_ids, state: dry.state }, dry }
}

export async function rearrange(admin: Client, change: Change) {
  const { body } = await rearranging(admin, change)
  return admin.ok(rearrangeReservations, { body })
}

/** Every notice has reached its receiver. */
export const deliverAll = ({ pool }: TestApp) =>
  pool.query(`update mails set status = 'sent'; update pushes set status = 'sent'`)

type Day = { id: number; date: string }
type Booked = { reservation: Reservation; member: { id: number; email: string }; browser: Client }

/** A docent's slots at these times, and an approved tour at each of the first `booked`. */
export async function makeTours(
  app: TestApp,
  admin: Client,
  day: Day,
  times: string[],
  booked = times.length,
) {
  const docent = await makeDocent(app.db)
  const slots = await makeTourSlots(app.db, day, docent, ...times)
  const tours: Booked[] = []
  for (const slot of slots.slice(0, booked)) {
    const { member, browser } = await makeVisitor(app)
    const { reservation } = await browser.ok(reserveTour, tourForm(slot))
    tours.push({ reservation, member, browser })
    await admin.ok(actOnReservation, decision(reservation, 'approve'))
  }
  return { docent, slots, tours, scope: { date: day.date, docent_id: docent.id } }
}

/** Live reservations that disagree with the slots that they hold, and slots with the wrong holder. */
export async function findMismatched({ pool }: TestApp) {
  const { rows } = await pool.query(`
    select r.id from reservations r where r.live and (
      (select array_agg(t.slot_id || t.time || t.end_time order by t.slot_id) from reservation_slots t where t.reservation_id = r.id)
        is distinct from (select array_agg(s.id || s.time || s.end_time order by s.id) from slots s where s.reservation_id = r.id)
      or (r.starts_at, r.ends_at) is distinct from
        (select (min(s.starts_at), max(s.ends_at)) from slots s where s.reservation_id = r.id)
      or r.date is distinct from (select d.date from slots s join event_dates d on d.id = s.event_date_id
        where s.reservation_id = r.id limit 1)
      or coalesce(r.docent_id, r.room_id) is distinct from
        (select coalesce(s.docent_id, s.room_id) from slots s where s.reservation_id = r.id limit 1))`)
  return rows
}

/** Tours whose latest mail tells another time or docent than they have, and cancelled ones that were not mailed. */
export async function findUnmailed({ pool }: TestApp) {
  const { rows } = await pool.query(`
    select r.id from reservations r where r.kind = 'VIP_TOUR' and case
      when r.live then (r.date::text, r.place ->> 'name',
          (select t.time from reservation_slots t where t.reservation_id = r.id)) is distinct from
        (select (m.tour #>> '{event_date,date}', m.tour #>> '{docent,name}', m.tour ->> 'time') from (
          select facts #> '{reservation,available_tour}' as tour from mails
          where reservation_id = r.id and kind not like 'reminder%' order by id desc limit 1) m)
      else r.status = 'CANCELLED' and not exists (
        select from mails where reservation_id = r.id and kind in ('cancelled', 'cancellation_approved')) end`)
  return rows
}
