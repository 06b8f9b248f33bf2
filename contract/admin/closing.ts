import * as z from 'zod/mini'
import { STATUSES } from '../../domain/reservation.ts'
import { endpoint } from '../endpoint.ts'
import { date, textOrNull } from '../field.ts'
import { fileFormat, spreadsheet } from '../spreadsheet.ts'
import { WALK_IN_TEXT } from '../text/applicant-text.ts'
import { closingSettings } from './settings.ts'
import { dayArrivals, fillByHour } from './statistics.ts'

const count = z.int()
const fill = { bookable: count, held: count }
const byType = { tours: count, meetings: count }

/** Minutes; a tenth took `slowest_tenth` or longer. */
const duration = z.object({
  count,
  median: z.nullable(count),
  slowest_tenth: z.nullable(count),
})
export type DecisionTimes = z.output<typeof duration>

export const CLOSING_TIERS = ['normal', 'vip', 'vvip', 'walk_in', 'unknown'] as const
export type ClosingTier = (typeof CLOSING_TIERS)[number]
export const CLOSING_TIER_TEXT: Readonly<Record<ClosingTier, string>> = {
  normal: '일반',
  vip: 'VIP',
  vvip: 'VVIP',
  walk_in: WALK_IN_TEXT,
  unknown: '알 수 없음',
}

const feedback = z.object({
  date,
  time: z.string(),
  place: z.string(),
  company: z.string(),
  name: z.string(),
  title: z.string(),
  feedback: z.string(),
})

const report = z.object({
  as_of: z.string(),
  event_name: z.string(),
  first_date: z.nullable(date),
  last_date: z.nullable(date),
  /** Texts are erased, counts stay. */
  erased_at: textOrNull,
  fill: z.object({
    days: z.array(z.object({ date, tours: z.object(fill), meetings: z.object(fill) })),
    ...fillByHour,
    docents: z.array(z.object({ name: z.string(), ...fill })),
    rooms: z.array(z.object({ name: z.string(), ...fill })),
  }),
  requests: z.object({
    total: z.object(byType),
    statuses: z.array(z.object({ status: z.enum(STATUSES), ...byType })),
    /** Visitors of reservations that took place or will. */
    guests: z.object(byType),
  }),
  decisions: z.object({ tours: duration, meetings: duration, all: duration }),
  /** Days with marked arrivals only; null without any. */
  arrivals: z.nullable(
    z.object({
      arrived: z.object(byType),
      /** Null where too few arrivals were marked. */
      no_shows: z.object({ tours: z.nullable(count), meetings: z.nullable(count) }),
      days: z.array(dayArrivals),
    }),
  ),
  tiers: z.array(
    z.object({ tier: z.enum(CLOSING_TIERS), members: count, reservations: count, guests: count }),
  ),
  companies: z.object({
    count,
    /** Most reservations first; null for erased names. */
    results: z.array(z.object({ name: textOrNull, reservations: count, guests: count })),
  }),
  feedback: z.object({ count, results: z.array(feedback) }),
  /** Null without waiting list entries. */
  waitlist: z.nullable(
    z.object({
      total: z.object(byType),
      served: z.object(byType),
      unserved: z.object(byType),
      waiting: z.object(byType),
    }),
  ),
  mails: z.object({
    sent: count,
    failed: count,
    waiting: count,
    kinds: z.array(z.object({ kind: z.string(), sent: count, failed: count, waiting: count })),
  }),
})
export type ClosingReport = z.output<typeof report>
export type ClosingFeedback = z.output<typeof feedback>

/** The file has all of it. */
export const MAX_REPORT_FEEDBACK = 500
/** The file has all of them. */
export const MAX_REPORT_COMPANIES = 30

export const getClosingReport = endpoint({
  role: 'owner',
  path: '/api/admin/closing/report/',
  summary: 'Report of the event; its counts outlive personal data',
  response: report,
})

export const exportClosingReport = endpoint({
  role: 'owner',
  path: '/api/admin/closing/report/export/',
  summary: 'The same as a spreadsheet or as CSV, a table for each part, with every company and feedback',
  query: z.object({ format: fileFormat }),
  response: spreadsheet,
})

export const ZIP = 'application/zip'

export const takeArchive = endpoint({
  role: 'owner',
  confirmed: true,
  path: '/api/admin/closing/archive/',
  summary:
    'The archive of the event as one zip: all tables without secrets, and the report, each as .xlsx and .json from one database snapshot, with a manifest and SHA-256 checksums',
  response: z.file().check(z.mime([ZIP])),
})

const persons = z.object({ members: count, reservations: count, mails: count })
export type Persons = z.output<typeof persons>

export const getClosing = endpoint({
  role: 'owner',
  path: '/api/admin/closing/',
  summary:
    'State of the closing: last date, what is still ahead, what an erasure would delete and when it is due, and which nightly backups still hold it',
  response: z.object({
    event_name: z.string(),
    first_date: z.nullable(date),
    last_date: z.nullable(date),
    /** Active reservations; they prevent erasure and the next event. */
    ahead: count,
    /** Counts that an erasure would remove. */
    persons,
    settings: closingSettings.get.response,
    /** The day on which personal data are erased by themselves; null for never, or when nothing is left. */
    erasure_on: z.nullable(date),
    erased_at: textOrNull,
    /** Oldest first; null without nightly backups. */
    backups: z.nullable(z.array(z.string())),
    admins: count,
    docents: count,
    rooms: count,
    dates: count,
    slots: count,
    screens: count,
  }),
})

/** Must be typed to confirm. */
const WORD = '삭제'
export const word = z.literal(WORD, `“${WORD}”를 입력해주세요.`)

export const erasePersons = endpoint({
  role: 'owner',
  confirmed: true,
  method: 'POST',
  path: '/api/admin/closing/erasure/',
  summary:
    'Erase everything that names a person; the counts stay. Cannot be undone. Refused while reservations are ahead',
  body: z.object({
    confirm: word,
    /** Also deletes older nightly backups. */
    erase_backups: z.boolean(),
  }),
  audit: { keeps: ['members', 'reservations', 'mails', 'erase_backups'] },
  response: z.extend(persons, { message: z.string() }),
  errors: ['event_not_over', 'nothing_to_erase'],
})
