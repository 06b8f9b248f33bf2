import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { makeOwnFeed } from '../contract/calendar-feed.ts'
import type { Client, TestApp } from './app.ts'
import { makeReservation } from './make-reservation.ts'
import { waitFor } from './make-waiting.ts'

type Owner = { member: { id: number }; browser: Client; reservation: { id: number } }

export const CONNECTIONS = [
  'waitlist_entries',
  'waitlist_slots',
  'push_subscriptions',
  'pushes',
  'reminders',
  'webhook_deliveries',
] as const

/**
 * Everything that reaches a member: a waiting list entry, a phone with a waiting push, a calendar link, a
 * reminder and a webhook.
 */
export async function makeConnections(
  app: TestApp,
  admin: Client,
  day: { id: number; date: string },
  { member, browser, reservation }: Owner,
  news = '소식',
): Promise<void> {
  const now = new Date(app.now())
  const { slots } = await makeReservation(app, admin, day, { time: '18:00' })
  await waitFor(browser, { ...slots[0]!, event_date_id: day.id })
  await browser.ok(makeOwnFeed, {})
  const device = randomBytes(12).toString('hex')
  await sql`
    with phone as (
      insert into push_subscriptions (member_id, endpoint_hash, endpoint, p256dh, auth, server_key, session_hash, created_at)
      values (${member.id}, ${randomBytes(32)}, ${`https://push.example/${device}`}, 'p256dh', 'auth', 'server',
        ${randomBytes(32)}, ${now}) returning id
    )
    insert into pushes (subscription_id, reservation_id, fact, payload, is_urgent, created_at, expires_at)
    select id, ${reservation.id}::int, 'approved.2', ${JSON.stringify({ body: news })}, true, ${now}, ${now} from phone`.execute(
    app.db,
  )
  await sql`
    insert into reminders (reservation_id, kind, starts_at, due_at, lapses_at)
    select id, 'before', starts_at, starts_at - interval '20 minutes', starts_at from reservations
    where id = ${reservation.id} on conflict do nothing`.execute(app.db)
  await sql`
    with hook as (
      insert into webhooks (name, url, events, is_on, secret_salt, created_at, created_by)
      values ('문자', 'https://hook.example/', '{reservation.created}', true, ${randomBytes(32)}, ${now}, '운영자') returning id
    )
    insert into webhook_deliveries (webhook_id, event_id, type, reservation_id, occurred_at)
    select id, gen_random_uuid(), 'reservation.created', ${reservation.id}::int, ${now}::timestamptz from hook
    union all select id, gen_random_uuid(), 'test', null, ${now}::timestamptz from hook`.execute(app.db)
}

export const countRows = async (app: TestApp, table: string): Promise<number> =>
  (await sql`select from ${sql.table(table)}`.execute(app.db)).rows.length
