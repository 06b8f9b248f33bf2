import type { Database } from './schema.ts'

/**
 * `emptied`, or what an erasure does: `deleted` is a condition for rows, `set` has SQL for columns, `stays`
 * names the other columns.
 */
type Table<Columns> =
  | 'emptied'
  | { deleted?: string; set?: { readonly [Name in keyof Columns]?: string }; stays: string }

const NOBODY = `'삭제된 회원'`

/** In the order of execution: referencing tables first. A test checks that every column is listed. */
export const PERSONAL_DATA: { readonly [Name in keyof Database]: Table<Database[Name]> } = {
  sessions: {
    deleted: 'member_id is not null',
    stays: 'token_hash member_id admin_id created_at expires_at id device last_seen_at confirmed_at',
  },
  known_devices: {
    deleted: 'member_id is not null',
    stays: 'id token_hash member_id admin_id password_version session_hash created_at last_seen_at',
  },
  attempts: 'emptied',
  email_codes: 'emptied',
  // The key of a running request has no answer yet.
  idempotency_keys: { deleted: 'answer is not null', stays: 'owner key request_hash answer created_at' },
  day_sheet_links: 'emptied',
  day_reports: 'emptied',
  // Holds no texts. Erasure events must still be sent; end events not twice.
  webhook_deliveries: {
    deleted: `type not in ('member.erased', 'reservation.completed', 'reservation.no_show')`,
    stays: `id webhook_id event_id type reservation_id history_id member_id occurred_at status attempts not_before
      locked_until answer last_error done_at`,
  },
  webhooks: {
    stays: `id name url events is_on secret_salt former_salt renewed_at created_at created_by failing_since failing_told
      gone_at chosen_at`,
  },
  api_tokens: { stays: 'id name token_hash scopes expires_at created_at created_by last_used_at' },
  pushes: 'emptied',
  push_subscriptions: 'emptied',
  calendar_feeds: {
    deleted: 'member_id is not null',
    stays: 'id token_hash docent_id room_id member_id created_at created_by last_used_at',
  },
  reminders: 'emptied',
  waitlist_slots: 'emptied',
  waitlist_entries: 'emptied',
  reservation_history: {
    // Accounts of administrators are not erased.
    set: {
      actor: `case when actor_kind = 'member' then ${NOBODY} else actor end`,
      reason: 'null',
      changes: 'null',
    },
    stays: 'id reservation_id at actor_kind action from_status to_status decided_kind decided_minutes',
  },
  mails: {
    set: {
      to_address: `''`,
      // A queued mail must not be sent.
      status: `case status when 'queued' then 'failed' else status end`,
      last_error: `case when status = 'queued' or last_error = 'erased' then 'erased' end`,
      erase_when_done: 'true',
      facts: 'null',
    },
    stays: `id kind reservation_id subject message_id attempts created_at sent_at resent_at not_before locked_until held_since priority search_key`,
  },
  slots: {
    stays: `id kind docent_id room_id event_date_id time end_time duration starts_at ends_at is_locked reservation_id
      reservation_holds`,
  },
  reservation_slots: { stays: 'reservation_id position slot_id time end_time duration live kind holds' },
  reservations: {
    set: {
      // Prevents a concurrent edit from writing its texts back.
      version: 'version + 1',
      updated_at: "greatest(erased_at, updated_at + interval '1 millisecond')",
      // Earlier than the cascade from the member, which would write each row again.
      member_id: 'null',
      visitor: `(select jsonb_object_agg(key, case when key = 'count' then value else '""'::jsonb end)
        from jsonb_each(visitor))`,
      member: `case when member <> 'null' then jsonb_build_object('name', ${NOBODY}, 'phone', '', 'company_name', '', 'position', '') else member end`,
      note: 'null',
      feedback: 'null',
      cancel_note: 'null',
    },
    // `search_key`, `company` and `guests` are generated from the texts; `arrival_code` is random and
    // expired.
    stays: `id kind status docent_id room_id event_date_id date starts_at ends_at place created_at ended_at
      holds live first_time arrived_at arrival_code search_key company guests calendar_identity replaces_id`,
  },
  erased_parties: { stays: 'reservation_id tier company had_feedback' },
  members: 'emptied',
  audit_log: {
    // Only entries whose target is no person keep its name.
    deleted: `details ->> 'login' = 'refused'`,
    set: {
      details: `case when target ~ '^(docent|room|admin) ' and details ? 'name'
        or target like 'event_date %' and details ? 'date' then details else '{}'::jsonb end`,
      network: 'null',
      device: 'null',
    },
    stays: 'id at admin_id admin action target summary fields',
  },
  admins: {
    stays: `id name role password_hash issuer subject created_at last_login_at password_is_printed password_version must_change_password`,
  },
  second_factors: { stays: 'admin_id sealed_key last_step' },
  recovery_codes: { stays: 'admin_id code_hash' },
  settings: {
    stays: `only_row event_name contact_email display_names display_titles max_reservations max_meeting_minutes max_minutes_per_day booking_opens_at
      booking_closes_minutes auto_approve screen_alerts accent_colour
      reject_reasons cancel_reasons alert_email walls_off_from walls_off_until second_factor_required secret_mark had_sample
      erase_after_days erase_backups erasure_told_for erasure_told_at privacy_notice max_waitlist_entries reminders
      reminder_evening reminder_before reminder_minutes reminders_by_mail request_alerts request_alert_hours
      request_hours_from request_hours_until requests_told_at push_enabled arrivals push_approved push_rejected push_moved
      push_reminder new_device_mails undecided_mails setup_unneeded`,
  },
  event_images: { stays: 'name type width height bytes hash' },
  event_dates: { stays: 'id date is_sample' },
  docents: { stays: 'id name language start_point is_sample is_vip is_vvip' },
  rooms: { stays: 'id name floor size screen_code is_sample is_vip is_vvip' },
  screens: {
    stays: `id key room_id build width height first_seen_at last_seen_at told_at name order_id order_kind ordered_at
      order_heard_at`,
  },
  nightly_backup: { stays: 'only_row succeeded_at file failed_at failure' },
  erasures: {
    stays: `id at due_on with_backups members_normal members_vip members_vvip waits_tours waits_tours_served waits_meetings
      waits_meetings_served of_this_event`,
  },
}

/** Erased in steps by `id`: an event has a hundred thousand rows. */
const LONG = ['reservations', 'reservation_history', 'mails', 'audit_log']

type Erasing = { table: string; statement: string; isLong: boolean }

/** Statements of long tables take `erased_at` and a condition on `id`. */
export function erasingStatements(): Erasing[] {
  return Object.entries(PERSONAL_DATA).flatMap(([table, rule]: [string, Table<Record<string, unknown>>]) => {
    const whole = (statement: string): Erasing => ({ table, statement, isLong: false })
    if (rule === 'emptied') return [whole(`delete from ${table}`)]
    const sets = Object.entries(rule.set ?? {}).map(([name, value]) => `${name} = ${value}`)
    return [
      ...(rule.deleted ? [whole(`delete from ${table} where ${rule.deleted}`)] : []),
      ...(sets.length > 0
        ? [{ table, statement: `update ${table} set ${sets.join(', ')}`, isLong: LONG.includes(table) }]
        : []),
    ]
  })
}
