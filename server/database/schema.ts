import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { AuditEntry } from '../../contract/admin/audit.ts'
import type { ApiScope } from '../../contract/endpoint.ts'
import type { Change } from '../../contract/reservation-history.ts'
import type { ReservationKind, Status } from '../../domain/reservation.ts'
import type { DeliveryType, WebhookEvent } from '../../domain/webhook.ts'

/** Instants are written as ISO text or Date and read as Date. */
type Timestamp = ColumnType<Date, Date | string, Date | string>
/** Calendar days are text, such as 2026-11-20. */
type CalendarDate = string
type Uuid = string
/** JSON documents are written as text and read parsed. */
type Json<T> = ColumnType<T, string, string>

/** The tables after all migrations. Generated: `UPDATE_GOLDEN=1 npm run vitest -- run server/database/schema.test.ts`. */
export type Database = {
  settings: {
    only_row: Generated<boolean>
    event_name: string
    contact_email: string
    accent_colour: string | null
    privacy_notice: Generated<string>
    max_reservations: Generated<number>
    max_meeting_minutes: Generated<number>
    max_minutes_per_day: Generated<number>
    booking_opens_at: Timestamp | null
    booking_closes_minutes: Generated<number>
    auto_approve: Generated<'none' | 'vvip' | 'vip' | 'all'>
    max_waitlist_entries: Generated<number>
    arrivals: Generated<boolean>
    second_factor_required: Generated<boolean>
    reject_reasons: Generated<string>
    cancel_reasons: Generated<string>
    display_names: Generated<'full' | 'masked' | 'hidden'>
    display_titles: Generated<'shown' | 'hidden'>
    screen_alerts: Generated<boolean>
    alert_email: string | null
    walls_off_from: string | null
    walls_off_until: string | null
    reminders: Generated<boolean>
    reminder_evening: Generated<boolean>
    reminder_before: Generated<boolean>
    reminder_minutes: Generated<number>
    reminders_by_mail: Generated<boolean>
    new_device_mails: Generated<boolean>
    push_enabled: Generated<boolean>
    push_approved: Generated<boolean>
    push_rejected: Generated<boolean>
    push_moved: Generated<boolean>
    push_reminder: Generated<boolean>
    undecided_mails: Generated<boolean>
    request_alerts: Generated<boolean>
    request_alert_hours: Generated<number>
    request_hours_from: Generated<string>
    request_hours_until: Generated<string>
    requests_told_at: Timestamp | null
    erase_after_days: Generated<number | null>
    erase_backups: Generated<boolean>
    erasure_told_for: CalendarDate | null
    erasure_told_at: Timestamp | null
    secret_mark: Buffer | null
    had_sample: Generated<boolean>
    setup_unneeded: Generated<string[]>
  }
  event_images: {
    name: 'logo' | 'picture' | 'plan'
    type: 'image/png' | 'image/jpeg' | 'image/webp'
    width: number
    height: number
    bytes: Buffer
    hash: string
  }
  event_dates: {
    id: GeneratedAlways<number>
    date: CalendarDate
    is_sample: Generated<boolean>
  }
  nightly_backup: {
    only_row: Generated<boolean>
    succeeded_at: Timestamp | null
    file: string | null
    failed_at: Timestamp | null
    failure: string | null
  }
  docents: {
    id: GeneratedAlways<number>
    name: string
    language: string
    start_point: string
    is_vip: Generated<boolean>
    is_vvip: Generated<boolean>
    is_sample: Generated<boolean>
  }
  rooms: {
    id: GeneratedAlways<number>
    name: string
    floor: number
    size: number
    is_vip: Generated<boolean>
    is_vvip: Generated<boolean>
    screen_code: Generated<string>
    is_sample: Generated<boolean>
  }
  screens: {
    id: GeneratedAlways<number>
    key: string
    room_id: number
    name: string | null
    build: string
    width: number
    height: number
    first_seen_at: Timestamp
    last_seen_at: Timestamp
    told_at: Timestamp | null
    order_id: string | null
    order_kind: 'identify' | 'reload' | null
    ordered_at: Timestamp | null
    order_heard_at: Timestamp | null
  }
  slots: {
    id: GeneratedAlways<number>
    kind: GeneratedAlways<ReservationKind>
    docent_id: number | null
    room_id: number | null
    event_date_id: number
    time: string
    end_time: string
    duration: number
    starts_at: Timestamp
    ends_at: Timestamp
    is_locked: Generated<boolean>
    reservation_id: number | null
    reservation_holds: Generated<boolean>
  }
  members: {
    id: GeneratedAlways<number>
    name: string
    name_key: string
    email: string
    phone: string
    company_name: string
    position: string
    is_vip: Generated<boolean>
    is_vvip: Generated<boolean>
    created_at: Timestamp
    had_device: Generated<boolean>
    must_confirm_since: Timestamp | null
    search_key: GeneratedAlways<string>
    is_sample: Generated<boolean>
  }
  admins: {
    id: GeneratedAlways<number>
    name: string
    role: Generated<'desk' | 'manager' | 'owner'>
    password_hash: string | null
    issuer: string | null
    subject: string | null
    created_at: Timestamp
    last_login_at: Timestamp | null
    password_version: Generated<number>
    password_is_printed: Generated<boolean>
    must_change_password: Generated<boolean>
  }
  second_factors: {
    admin_id: number
    sealed_key: Buffer
    last_step: number
  }
  recovery_codes: {
    admin_id: number
    code_hash: Buffer
  }
  sessions: {
    token_hash: Buffer
    member_id: number | null
    admin_id: number | null
    created_at: Timestamp
    expires_at: Timestamp
    id: GeneratedAlways<number>
    device: Generated<string>
    last_seen_at: Timestamp
    confirmed_at: Timestamp | null
  }
  known_devices: {
    id: GeneratedAlways<number>
    token_hash: Buffer
    member_id: number | null
    admin_id: number | null
    password_version: number | null
    session_hash: Buffer | null
    created_at: Timestamp
    last_seen_at: Timestamp
  }
  attempts: {
    kind: 'login' | 'admin_login' | 'code_request' | 'login_code' | 'code' | 'admin_code' | 'api_token'
    account: string
    guess: string | null
    origin: string
    of_member: Generated<boolean>
    at: Timestamp
  }
  email_codes: {
    id: GeneratedAlways<number>
    email: string
    code_hash: Buffer
    requested_at: Timestamp
    wrong_tries: Generated<number>
    verified_at: Timestamp | null
    ended_at: Timestamp | null
    purpose: Generated<'sign_up' | 'login'>
  }
  idempotency_keys: {
    owner: string
    key: string
    request_hash: Buffer
    answer: string | null
    created_at: Timestamp
  }
  api_tokens: {
    id: GeneratedAlways<number>
    name: string
    token_hash: Buffer
    scopes: ApiScope[]
    expires_at: Timestamp | null
    created_at: Timestamp
    created_by: string
    last_used_at: Timestamp | null
  }
  day_sheet_links: {
    id: GeneratedAlways<number>
    token_hash: Buffer
    docent_id: number | null
    room_id: number | null
    date: CalendarDate | null
    expires_at: Timestamp
    created_at: Timestamp
    created_by: string
    last_used_at: Timestamp | null
    may_mark_arrivals: Generated<boolean>
  }
  day_reports: {
    id: GeneratedAlways<number>
    docent_id: number | null
    room_id: number | null
    date: CalendarDate
    start_time: string
    end_time: string
    reason: string
    version: Generated<number>
    reported_at: Timestamp
    done_at: Timestamp | null
    done_by: string | null
  }
  calendar_feeds: {
    id: GeneratedAlways<number>
    token_hash: Buffer
    docent_id: number | null
    room_id: number | null
    member_id: number | null
    created_at: Timestamp
    created_by: string | null
    last_used_at: Timestamp | null
  }
  reservations: {
    id: GeneratedAlways<number>
    kind: ReservationKind
    status: Generated<Status>
    version: Generated<number>
    member_id: number | null
    docent_id: number | null
    room_id: number | null
    event_date_id: number | null
    date: CalendarDate
    starts_at: Timestamp
    ends_at: Timestamp
    place: Json<unknown>
    visitor: Json<unknown>
    member: Json<unknown>
    note: string | null
    feedback: string | null
    cancel_note: string | null
    created_at: Timestamp
    updated_at: Timestamp
    ended_at: Timestamp | null
    arrived_at: Timestamp | null
    arrival_code: string | null
    calendar_identity: Json<unknown> | null
    replaces_id: number | null
    holds: GeneratedAlways<boolean>
    live: GeneratedAlways<boolean>
    first_time: GeneratedAlways<number | null>
    search_key: GeneratedAlways<string>
    company: GeneratedAlways<string>
    guests: GeneratedAlways<number | null>
  }
  reservation_slots: {
    reservation_id: number
    kind: ReservationKind
    live: Generated<boolean>
    holds: Generated<boolean>
    position: number
    slot_id: number | null
    time: string
    end_time: string
    duration: number
  }
  reservation_history: {
    id: GeneratedAlways<number>
    reservation_id: number
    at: Timestamp
    actor_kind: 'member' | 'admin' | 'service'
    actor: string
    action: string
    from_status: Status | null
    to_status: Status
    reason: string | null
    changes: Json<Change[]> | null
    decided_kind: string | null
    decided_minutes: number | null
  }
  waitlist_entries: {
    id: GeneratedAlways<number>
    member_id: number
    kind: ReservationKind
    date: CalendarDate
    time: string
    end_time: string
    starts_at: Timestamp
    ends_at: Timestamp
    place: Json<unknown>
    visitor: Json<unknown>
    note: string | null
    created_at: Timestamp
    ended_at: Timestamp | null
    outcome: 'served' | 'left' | 'removed' | 'time_deleted' | 'booked' | 'expired' | null
    reservation_id: number | null
    reason: string | null
    live: GeneratedAlways<boolean>
  }
  waitlist_slots: {
    entry_id: number
    position: number
    slot_id: number | null
    member_id: number
    live: Generated<boolean>
  }
  mails: {
    id: GeneratedAlways<number>
    kind: string
    reservation_id: number | null
    to_address: string
    subject: string
    facts: Json<unknown> | null
    message_id: string
    status: Generated<'queued' | 'sent' | 'failed'>
    attempts: Generated<number>
    last_error: string | null
    created_at: Timestamp
    sent_at: Timestamp | null
    not_before: Generated<Date>
    locked_until: Generated<Date>
    held_since: Timestamp | null
    priority: Generated<number>
    resent_at: Timestamp | null
    erase_when_done: Generated<boolean>
    search_key: GeneratedAlways<string>
  }
  reminders: {
    reservation_id: number
    kind: 'evening' | 'before'
    starts_at: Timestamp
    due_at: Timestamp
    lapses_at: Timestamp
    ended_at: Timestamp | null
    outcome: 'due' | 'lapsed' | null
  }
  push_subscriptions: {
    id: GeneratedAlways<number>
    member_id: number
    endpoint_hash: Buffer
    endpoint: string
    p256dh: string
    auth: string
    server_key: string
    session_hash: Buffer
    created_at: Timestamp
  }
  pushes: {
    id: GeneratedAlways<number>
    subscription_id: number
    reservation_id: number
    fact: string
    payload: string
    is_urgent: boolean
    status: Generated<'queued' | 'sent' | 'failed'>
    attempts: Generated<number>
    last_error: string | null
    created_at: Timestamp
    not_before: Generated<Date>
    locked_until: Generated<Date>
    expires_at: Timestamp
  }
  webhooks: {
    id: GeneratedAlways<number>
    name: string
    url: string
    events: WebhookEvent[]
    is_on: boolean
    secret_salt: Buffer
    former_salt: Buffer | null
    renewed_at: Timestamp | null
    created_at: Timestamp
    created_by: string
    failing_since: Timestamp | null
    failing_told: Generated<boolean>
    gone_at: Timestamp | null
    chosen_at: Timestamp | null
  }
  webhook_deliveries: {
    id: GeneratedAlways<number>
    webhook_id: number
    event_id: Uuid
    type: DeliveryType
    reservation_id: number | null
    history_id: number | null
    member_id: number | null
    occurred_at: Timestamp
    status: Generated<'queued' | 'sent' | 'failed' | 'expired'>
    attempts: Generated<number>
    not_before: Generated<Date>
    locked_until: Generated<Date>
    answer: number | null
    last_error: string | null
    done_at: Timestamp | null
  }
  audit_log: {
    id: GeneratedAlways<number>
    at: Timestamp
    admin_id: number
    admin: string
    action: string
    target: string | null
    summary: string
    fields: string[] | null
    network: string | null
    device: string | null
    details: Json<AuditEntry['details']>
  }
  erasures: {
    id: GeneratedAlways<number>
    at: Timestamp
    due_on: CalendarDate | null
    with_backups: boolean
    members_normal: number
    members_vip: number
    members_vvip: number
    waits_tours: number
    waits_tours_served: number
    waits_meetings: number
    waits_meetings_served: number
    of_this_event: Generated<boolean>
  }
  erased_parties: {
    reservation_id: number
    tier: 'normal' | 'vip' | 'vvip' | null
    company: number | null
    had_feedback: boolean
  }
}
