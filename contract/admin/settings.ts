import * as z from 'zod/mini'
import { AUTO_APPROVE } from '../../domain/booking.ts'
import { isoInMadrid } from '../../domain/madrid-time.ts'
import { MAX_PRIVACY_NOTICE } from '../../domain/privacy-notice.ts'
import { MAX_PRESETS, presetsOf } from '../../domain/reason-presets.ts'
import type { ResponseOf } from '../endpoint.ts'
import { longText, MAX_LENGTH } from '../field.ts'
import { isInstant } from '../text/opening-text.ts'
import { between, section, wallTime } from './event-settings.ts'

const INSTANT_TEXT = '예약을 시작할 날짜와 시각을 확인해주세요.'
/** Returned with Madrid's offset. */
const instant = z.string(INSTANT_TEXT).check(
  z.refine(isInstant, { error: INSTANT_TEXT, abort: true }),
  z.overwrite((text) => isoInMadrid(Date.parse(text))),
)

/** A week. */
export const MAX_CLOSES_MINUTES = 10_080

export const bookingSettings = section({
  path: '/api/admin/booking/settings/',
  reads: 'When members may book, and whose requests are approved at once',
  changes:
    'Change when members may book, and whose requests are approved at once. `booking_opens_at` is an instant with an offset, or null; `booking_closes_minutes` counts back from the start of each slot',
  fields: {
    booking_opens_at: z.nullable(instant),
    booking_closes_minutes: between(0, MAX_CLOSES_MINUTES, '0분 이상 10080분 이하로 입력해주세요.'),
    auto_approve: z.enum(AUTO_APPROVE),
  },
})

/** Reasons, one a line, none longer than a reason may be. */
const reasons = longText(MAX_PRESETS * (MAX_LENGTH.reason + 1)).check(
  z.overwrite((text) => presetsOf(text).join('\n')),
  z.refine(
    (text) => presetsOf(text).length <= MAX_PRESETS,
    `사유는 ${MAX_PRESETS}개까지 등록할 수 있습니다.`,
  ),
  z.refine(
    (text) => presetsOf(text).every(({ length }) => length <= MAX_LENGTH.reason),
    `사유 하나는 ${MAX_LENGTH.reason}자 이하로 입력해주세요.`,
  ),
)

export const reasonSettings = section({
  path: '/api/admin/reasons/',
  reads: 'The reasons that administrators are offered when they reject or cancel, one a line',
  changes: 'Change the reasons that administrators are offered',
  fields: { reject_reasons: reasons, cancel_reasons: reasons },
})

export const reminderSettings = section({
  path: '/api/admin/reminders/settings/',
  reads: 'When members are reminded of what is agreed, and the approver of requests that wait',
  changes:
    'Change when members are reminded, and the approver. Reminders that have not been sent follow at once',
  fields: {
    reminders: z.boolean(),
    reminder_evening: z.boolean(),
    reminder_before: z.boolean(),
    reminder_minutes: between(5, 180, '5분 이상 180분 이하로 입력해주세요.'),
    reminders_by_mail: z.boolean(),
    /** One hour after its end, an undecided request is mailed to its member. */
    undecided_mails: z.boolean(),
    /** After so many hours, waiting requests are reported to the contact address. */
    request_alerts: z.boolean(),
    request_alert_hours: between(1, 72, '1시간 이상 72시간 이하로 입력해주세요.'),
    request_hours_from: wallTime,
    request_hours_until: wallTime,
  },
})
export type ReminderSettings = ResponseOf<typeof reminderSettings.get>

export const pushSettings = section({
  path: '/api/admin/push/settings/',
  reads: "Which events are pushed to members' phones, and how many phones there are",
  changes: "Set which events are pushed to members' phones",
  fields: {
    push_enabled: z.boolean(),
    push_approved: z.boolean(),
    push_rejected: z.boolean(),
    push_moved: z.boolean(),
    push_reminder: z.boolean(),
  },
  more: { devices: z.int() },
})

export const deviceSettings = section({
  path: '/api/admin/new-devices/settings/',
  reads: 'Whether members are mailed of a login on a new device',
  changes: 'Switch the mails about a login on a new device on or off',
  fields: { new_device_mails: z.boolean() },
})

export const waitlistSettings = section({
  path: '/api/admin/waitlist/settings/',
  reads: 'The most waiting-list entries of one member, and how many entries wait now',
  changes:
    'Change the most waiting-list entries of one member. With 0 nobody can join; existing entries stay and are served',
  fields: { max_waitlist_entries: between(0, 99, '0건 이상 99건 이하로 입력해주세요.') },
  more: { waiting: z.int() },
})

export const arrivalSettings = section({
  path: '/api/admin/arrivals/settings/',
  reads: 'Whether arrivals are on',
  changes:
    'Switch arrivals on or off. When off, no arrival codes are shown or mailed, and arrivals cannot be marked',
  fields: { arrivals: z.boolean() },
})

export const privacySettings = section({
  path: '/api/admin/privacy/settings/',
  reads: "The event's own privacy notice, and the standard one that is shown while it has none",
  changes: 'Change the privacy notice; an empty one brings the standard one back',
  fields: { privacy_notice: longText(MAX_PRIVACY_NOTICE) },
  /** The default notice, filled with the event's name, contact address and retention period. */
  more: { standard: z.string() },
  isLong: true,
})

export const closingSettings = section({
  path: '/api/admin/closing/settings/',
  reads: 'When personal data are erased by themselves, and whether nightly backups go with them',
  changes: 'Change when personal data are erased by themselves, null for never',
  fields: {
    erase_after_days: z.nullable(between(1, 3650, '1일 이상 3650일 이하로 입력해주세요.')),
    erase_backups: z.boolean(),
  },
})
