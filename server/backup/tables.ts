/**
 * Every table that a backup carries, each after those that it refers to: they are loaded in this order. A test compares
 * the list with what the migrations make.
 */
export const TABLES = [
  'settings',
  'event_logo',
  'admins',
  'second_factors',
  'recovery_codes',
  'members',
  'sessions',
  'attempts',
  'email_codes',
  'idempotency_keys',
  'event_dates',
  'docents',
  'rooms',
  'screens',
  'day_sheet_links',
  'calendar_feeds',
  'push_subscriptions',
  'pushes',
  'reservations',
  'slots',
  'reservation_slots',
  'reservation_history',
  'waitlist_entries',
  'waitlist_slots',
  'reminders',
  'mails',
  'webhooks',
  'webhook_deliveries',
  'api_tokens',
  'audit_log',
  'erasures',
  'erased_parties',
] as const

/** Tables of the installation, not of the event: a restore makes them anew. */
export const LEFT_BEHIND = ['schema_migrations', 'nightly_backup'] as const

/** Tables of earlier versions, which later ones have dropped. */
export const FORMER = ['login_failures'] as const

/** The functions that the migrations make: a restore clears them away before it makes them anew. */
export const FUNCTIONS = [
  'notify_changed',
  'notify_member_changed',
  'notify_session_ended',
  'notify_members_changed',
  'notify_admin_changed',
  'notify_factor_changed',
  'notify_sessions_changed',
  'notify_slot_gone',
  'search_key',
  'names_its_target',
  'become_real',
  'forget_printed',
  'refuse_unheld_times',
  'refuse_release',
  'refuse_unless',
  'notify_slot_changed',
  'notify_reservation_changed',
  'complete_time',
  'book',
  'judge_bookings',
  'make_bookings',
  'forget_mail',
  'key_mail',
  'new_arrival_code',
  'give_arrival_code',
  'enqueue_webhook_deliveries',
  'notify_token_changed',
  'key_reservation',
  'notify_line_changed',
  'time_decision',
] as const

/** The schema of the mail queue: its jobs are made anew from the mails that wait. */
export const QUEUE_SCHEMA = 'pgboss'

/** A name as PostgreSQL reads it in a statement; what is no plain name is refused. */
export function identifier(name: string): string {
  if (!/^[a-z][a-z0-9_]*$/.test(name)) throw new Error(`"${name}" is no name of a table or column.`)
  return `"${name}"`
}
