/** In loading order: referenced tables first. A test compares the list with the schema. */
export const TABLES = [
  'settings',
  'event_images',
  'admins',
  'second_factors',
  'recovery_codes',
  'members',
  'sessions',
  'known_devices',
  'attempts',
  'email_codes',
  'idempotency_keys',
  'event_dates',
  'docents',
  'rooms',
  'screens',
  'day_sheet_links',
  'day_reports',
  'calendar_feeds',
  'push_subscriptions',
  'reservations',
  'slots',
  'reservation_slots',
  'reservation_history',
  'waitlist_entries',
  'waitlist_slots',
  'reminders',
  'mails',
  'pushes',
  'webhooks',
  'webhook_deliveries',
  'api_tokens',
  'audit_log',
  'erasures',
  'erased_parties',
] as const

/** About the installation; a restore creates them anew. */
export const LEFT_BEHIND = ['schema_migrations', 'nightly_backup'] as const

export function identifier(name: string): string {
  if (!/^[a-z][a-z0-9_]*$/.test(name)) throw new Error(`"${name}" is not a name of a table or column.`)
  return `"${name}"`
}
