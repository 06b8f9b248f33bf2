import { addApiToken } from '../contract/admin/api-tokens.ts'
import { makeCalendarFeed } from '../contract/admin/calendar-feeds.ts'
import { addWebhook } from '../contract/admin/webhooks.ts'
import { reserveTour } from '../contract/booking.ts'
import { login } from '../contract/login.ts'
import { actOnReservation } from '../contract/reservation-action.ts'
import { fillSampleEvent, SAMPLE_LOGIN } from '../server/sample-event/sample-event.ts'
import type { TestApp } from './app.ts'
import { makeAdmin, tourParty } from './make.ts'
import { decision } from './make-reservation.ts'

/** Rows that the calls below do not write. */
const REST = `
insert into event_images values ('logo', 'image/png', 1, 1, '\\x89504e47', 'a1b2');
insert into second_factors select id, '\\x01', 58000000 from admins;
insert into recovery_codes select admin_id, '\\x02' from second_factors;
insert into known_devices (token_hash, member_id, created_at, last_seen_at) select '\\x03', min(id), min(created_at), min(created_at) from members;
insert into attempts values ('login', '010-2345-6789', '박지민', '192.0.2.0/24', false, '2026-11-20T09:00Z');
insert into email_codes (email, code_hash, requested_at) values ('visitor@example.com', '\\x04', '2026-11-20T09:00Z');
insert into screens (key, room_id, build, width, height, first_seen_at, last_seen_at)
  select 'screen', min(id), 'index-1', 1080, 1920, '2026-11-20T09:00Z', '2026-11-20T09:00Z' from rooms;
insert into day_sheet_links (token_hash, docent_id, date, expires_at, created_at, created_by)
  select '\\x05', min(id), '2026-11-20', '2026-11-21T05:00Z', '2026-11-20T09:00Z', 'admin' from docents;
insert into day_reports (docent_id, date, start_time, end_time, reason, reported_at)
  select min(id), '2026-11-20', '13:00', '15:00', '몸이 좋지 않습니다.', '2026-11-20T09:00Z' from docents;
insert into push_subscriptions (member_id, endpoint_hash, endpoint, p256dh, auth, server_key, session_hash, created_at)
  select min(id), '\\x06', 'https://push.example.com/1', 'BA', 'AA', 'BB', '\\x07', '2026-11-20T09:00Z' from members;
insert into pushes (subscription_id, reservation_id, fact, payload, is_urgent, status, created_at, expires_at)
  select s.id, r.id, 'approved.2', '{}', false, 'sent', '2026-11-20T09:00Z', '2026-11-21T09:00Z'
  from push_subscriptions s, (select min(id) as id from reservations) r;
insert into waitlist_entries (member_id, kind, date, time, end_time, starts_at, ends_at, place, visitor, created_at)
  select min(id), 'VIP_TOUR', '2026-11-20', '10:00', '10:25', '2026-11-20T09:00Z', '2026-11-20T09:25Z', '{"name": "도슨트"}',
    '{"name": "박지민"}', '2026-11-20T07:00Z' from members;
insert into waitlist_slots (entry_id, position, slot_id, member_id)
  select e.id, 1, s.id, e.member_id from waitlist_entries e, (select min(id) as id from slots) s;
insert into erasures (at, with_backups, members_normal, members_vip, members_vvip, waits_tours, waits_tours_served,
  waits_meetings, waits_meetings_served, of_this_event) values ('2025-11-20T09:00Z', false, 1, 2, 3, 4, 5, 6, 7, false);
insert into erased_parties select min(id), 'vip', 1, false from reservations;`

/** A sample event that is under way, with at least one row in each table. */
export async function fillEveryTable(app: TestApp) {
  await fillSampleEvent(app.db, 'http://localhost:3000', app.now())
  const { browser: admin } = await makeAdmin(app, 'admin')
  const webhook = { name: '알림', url: 'https://gateway.example.com/fairslot', is_on: true }
  await admin.ok(addWebhook, { body: { ...webhook, events: ['reservation.created', 'reservation.decided'] } })
  await admin.ok(addApiToken, { body: { name: 'CRM', scopes: ['reservations:read'] } })
  const room = await app.db.selectFrom('rooms').select('id').orderBy('id').executeTakeFirstOrThrow()
  await admin.ok(makeCalendarFeed, { body: { type: 'room', resource_id: room.id } })
  const visitor = app.client()
  await visitor.ok(login, { body: SAMPLE_LOGIN })
  const free = await app.db
    .selectFrom('slots')
    .select(['id', 'event_date_id'])
    .where('docent_id', 'is not', null)
    .where('reservation_id', 'is', null)
    .orderBy('starts_at', 'desc')
    .executeTakeFirstOrThrow()
  const body = { available_tour_id: free.id, event_date_id: free.event_date_id, visitor: tourParty }
  const answer = await visitor.send(reserveTour, { body }, { 'idempotency-key': 'recorded' })
  const { reservation } = answer.json<{ reservation: { id: number; type: 'VIP_TOUR' } }>()
  await admin.ok(actOnReservation, decision(reservation, 'approve'))
  await app.pool.query(REST)
}
