import type { Database } from './schema.ts'

/** A column once the persons are erased: as it was, or the value of this SQL expression. */
type Column = 'kept' | { becomes: string }

/** A table whose rows all go, or one of which some go and the columns of the others are each declared. */
type Table<Columns> = 'emptied' | { gone?: string; columns: { [Name in keyof Columns]: Column } }

/** Stands where the name of a member stood. */
const NOBODY = `'삭제된 회원'`
const EMPTY = { becomes: `''` }
const NULL = { becomes: 'null' }

/**
 * Each column of each table once an event's persons are erased. A table or column that is not declared here
 * is an error of the type checker, and of a test that asks the database. Rows that hold nothing but what belongs to a person
 * go; of the others the texts go and what is counted stays. Tables that refer to others stand before them.
 */
export const PERSONAL_DATA: { readonly [Name in keyof Database]: Table<Database[Name]> } = {
  sessions: {
    gone: 'member_id is not null',
    columns: {
      token_hash: 'kept',
      member_id: 'kept',
      admin_id: 'kept',
      created_at: 'kept',
      expires_at: 'kept',
    },
  },
  attempts: 'emptied',
  email_codes: 'emptied',
  idempotency_keys: {
    // The key of a request that is under way has no answer yet, and names nobody.
    gone: 'answer is not null',
    columns: { owner: 'kept', key: 'kept', request_hash: 'kept', answer: 'kept', created_at: 'kept' },
  },
  day_sheet_links: 'emptied',
  // Numbers alone: which reservation was told of, and whether it arrived.
  webhook_deliveries: 'emptied',
  webhooks: {
    columns: {
      id: 'kept',
      name: 'kept',
      url: 'kept',
      events: 'kept',
      is_on: 'kept',
      secret_salt: 'kept',
      former_salt: 'kept',
      renewed_at: 'kept',
      created_at: 'kept',
      created_by: 'kept',
    },
  },
  api_tokens: {
    columns: {
      id: 'kept',
      name: 'kept',
      token_hash: 'kept',
      scopes: 'kept',
      expires_at: 'kept',
      created_at: 'kept',
      created_by: 'kept',
      last_used_at: 'kept',
    },
  },
  pushes: 'emptied',
  push_subscriptions: 'emptied',
  calendar_feeds: {
    gone: 'member_id is not null',
    columns: {
      id: 'kept',
      token_hash: 'kept',
      docent_id: 'kept',
      room_id: 'kept',
      member_id: 'kept',
      created_at: 'kept',
      created_by: 'kept',
      last_used_at: 'kept',
    },
  },
  // Of nobody who has been erased is anything told any more.
  reminders: 'emptied',
  // Counted in `erasures` before.
  waitlist_slots: 'emptied',
  waitlist_entries: 'emptied',
  reservation_history: {
    columns: {
      id: 'kept',
      reservation_id: 'kept',
      at: 'kept',
      actor_kind: 'kept',
      // Administrators are not erased: their accounts stay.
      actor: { becomes: `case when actor_kind = 'member' then ${NOBODY} else actor end` },
      action: 'kept',
      from_status: 'kept',
      to_status: 'kept',
      reason: NULL,
      changes: NULL,
      decided_kind: 'kept',
      decided_minutes: 'kept',
    },
  },
  mails: {
    columns: {
      id: 'kept',
      kind: 'kept',
      reservation_id: 'kept',
      to_address: EMPTY,
      subject: 'kept',
      message_id: 'kept',
      // One that still waits must not leave any more.
      status: { becomes: `case status when 'queued' then 'failed' else status end` },
      attempts: 'kept',
      last_error: {
        becomes: `case when status = 'queued' or last_error = 'erased' then 'erased' end`,
      },
      created_at: 'kept',
      sent_at: 'kept',
      erase_when_done: { becomes: 'true' },
      resent_at: 'kept',
      facts: NULL,
      not_before: 'kept',
      locked_until: 'kept',
      priority: 'kept',
      search_key: 'kept',
    },
  },
  slots: {
    columns: {
      id: 'kept',
      kind: 'kept',
      docent_id: 'kept',
      room_id: 'kept',
      event_date_id: 'kept',
      time: 'kept',
      end_time: 'kept',
      duration: 'kept',
      starts_at: 'kept',
      ends_at: 'kept',
      is_locked: 'kept',
      reservation_id: 'kept',
      reservation_holds: 'kept',
    },
  },
  reservation_slots: {
    columns: {
      reservation_id: 'kept',
      position: 'kept',
      slot_id: 'kept',
      time: 'kept',
      end_time: 'kept',
      duration: 'kept',
      live: 'kept',
      kind: 'kept',
      holds: 'kept',
    },
  },
  reservations: {
    columns: {
      id: 'kept',
      kind: 'kept',
      status: 'kept',
      // A change that was read before must not write its texts back.
      version: { becomes: 'version + 1' },
      // Before its member goes, which would write each row once more.
      member_id: NULL,
      docent_id: 'kept',
      room_id: 'kept',
      event_date_id: 'kept',
      date: 'kept',
      starts_at: 'kept',
      ends_at: 'kept',
      // The docent's or room's.
      place: 'kept',
      visitor: {
        becomes: `(select jsonb_object_agg(key, case when key = 'count' then value else '""'::jsonb end)
          from jsonb_each(visitor))`,
      },
      member: {
        becomes: `jsonb_build_object('name', ${NOBODY}, 'phone', '', 'company_name', '', 'position', '')`,
      },
      note: NULL,
      feedback: NULL,
      cancel_note: NULL,
      created_at: 'kept',
      updated_at: 'kept',
      ended_at: 'kept',
      holds: 'kept',
      live: 'kept',
      first_time: 'kept',
      arrived_at: 'kept',
      // Nothing opens with it any more, and it says nothing of anybody.
      arrival_code: 'kept',
      // The database makes them of the texts.
      search_key: 'kept',
      company: 'kept',
      guests: 'kept',
    },
  },
  erased_parties: {
    columns: { reservation_id: 'kept', tier: 'kept', company: 'kept', had_feedback: 'kept' },
  },
  members: 'emptied',
  audit_log: {
    columns: {
      id: 'kept',
      at: 'kept',
      admin_id: 'kept',
      admin: 'kept',
      action: 'kept',
      target: 'kept',
      summary: 'kept',
      // The name of what is gone and no person is still read from there.
      details: { becomes: `case when names_its_target(target, details) then details else '{}'::jsonb end` },
      fields: 'kept',
    },
  },
  admins: {
    columns: {
      id: 'kept',
      name: 'kept',
      password_hash: 'kept',
      created_at: 'kept',
      last_login_at: 'kept',
      password_is_printed: 'kept',
    },
  },
  second_factors: {
    columns: { admin_id: 'kept', sealed_key: 'kept', last_step: 'kept', set_up_at: 'kept' },
  },
  recovery_codes: { columns: { admin_id: 'kept', code_hash: 'kept' } },
  settings: {
    columns: {
      only_row: 'kept',
      event_name: 'kept',
      contact_email: 'kept',
      display_names: 'kept',
      display_titles: 'kept',
      max_reservations: 'kept',
      screen_alerts: 'kept',
      accent_colour: 'kept',
      reject_reasons: 'kept',
      cancel_reasons: 'kept',
      alert_email: 'kept',
      walls_off_from: 'kept',
      walls_off_until: 'kept',
      second_factor_required: 'kept',
      secret_mark: 'kept',
      had_sample: 'kept',
      erase_after_days: 'kept',
      erase_backups: 'kept',
      erasure_told_for: 'kept',
      erasure_told_at: 'kept',
      privacy_notice: 'kept',
      max_waitlist_entries: 'kept',
      reminders: 'kept',
      reminder_evening: 'kept',
      reminder_before: 'kept',
      reminder_minutes: 'kept',
      reminders_by_mail: 'kept',
      request_alerts: 'kept',
      request_alert_hours: 'kept',
      request_hours_from: 'kept',
      request_hours_until: 'kept',
      requests_told_at: 'kept',
      push_enabled: 'kept',
      arrivals: 'kept',
      push_approved: 'kept',
      push_rejected: 'kept',
      push_moved: 'kept',
      push_reminder: 'kept',
    },
  },
  event_logo: {
    columns: { only_row: 'kept', type: 'kept', width: 'kept', height: 'kept', bytes: 'kept', hash: 'kept' },
  },
  event_dates: { columns: { id: 'kept', date: 'kept', is_sample: 'kept' } },
  docents: {
    columns: {
      id: 'kept',
      name: 'kept',
      language: 'kept',
      start_point: 'kept',
      is_sample: 'kept',
      is_vip: 'kept',
      is_vvip: 'kept',
    },
  },
  rooms: {
    columns: {
      id: 'kept',
      name: 'kept',
      floor: 'kept',
      size: 'kept',
      screen_code: 'kept',
      is_sample: 'kept',
      is_vip: 'kept',
      is_vvip: 'kept',
    },
  },
  screens: {
    columns: {
      id: 'kept',
      key: 'kept',
      room_id: 'kept',
      build: 'kept',
      width: 'kept',
      height: 'kept',
      first_seen_at: 'kept',
      last_seen_at: 'kept',
      told_at: 'kept',
      name: 'kept',
      order_id: 'kept',
      order_kind: 'kept',
      ordered_at: 'kept',
      order_heard_at: 'kept',
    },
  },
  nightly_backup: {
    columns: {
      only_row: 'kept',
      succeeded_at: 'kept',
      file: 'kept',
      failed_at: 'kept',
      failure: 'kept',
    },
  },
  erasures: {
    columns: {
      id: 'kept',
      at: 'kept',
      due_on: 'kept',
      with_backups: 'kept',
      members_normal: 'kept',
      members_vip: 'kept',
      members_vvip: 'kept',
      waits_tours: 'kept',
      waits_tours_served: 'kept',
      waits_meetings: 'kept',
      waits_meetings_served: 'kept',
      of_this_event: 'kept',
    },
  },
}

/** Tables of which an event has a hundred thousand rows, with an `id`. */
const LONG = ['reservations', 'reservation_history', 'mails', 'audit_log']

type Erasing = { table: string; statement: string; isLong: boolean }

/** The statements that erase, in their order; those of long tables take a condition for some of their rows. */
export function erasingStatements(): Erasing[] {
  return Object.entries(PERSONAL_DATA).flatMap(([table, rule]: [string, Table<Record<string, Column>>]) => {
    const whole = (statement: string): Erasing => ({ table, statement, isLong: false })
    if (rule === 'emptied') return [whole(`delete from ${table}`)]
    const sets = Object.entries(rule.columns).flatMap(([name, column]) =>
      column === 'kept' ? [] : [`${name} = ${column.becomes}`],
    )
    return [
      ...(rule.gone === undefined ? [] : [whole(`delete from ${table} where ${rule.gone}`)]),
      ...(sets.length === 0
        ? []
        : [{ table, statement: `update ${table} set ${sets.join(', ')}`, isLong: LONG.includes(table) }]),
    ]
  })
}
