import type { AuditEntry } from '../../../contract/admin/audit.ts'
import type { AuditTarget } from '../../../contract/audit-target.ts'
import { PATHS } from '../../paths.ts'
import { memberAddress } from '../components/member-address.ts'
import { queryText } from '../../api/client.ts'

type Subject = NonNullable<AuditEntry['subject']>

const slots = ({ kind, place_id, date }: Subject) =>
  PATHS.adminSchedule +
  queryText({ tab: kind === 'tour' ? 'tour-slots' : 'room-slots', place: place_id, date })

const SEEN_AT: Readonly<Record<AuditTarget, (subject: Subject, id: string) => string>> = {
  reservation: ({ search, date }) => PATHS.adminReservation + queryText({ date, status: 'all', search }),
  event_date: () => `${PATHS.adminSchedule}?tab=dates`,
  docent: () => `${PATHS.adminSchedule}?tab=docents`,
  room: () => `${PATHS.adminSchedule}?tab=rooms`,
  slot: slots,
  'available-tour': slots,
  'available-room': slots,
  user: (_, id) => memberAddress(id),
  admin: () => `${PATHS.adminSettings}?tab=accounts`,
  mail: ({ search }) => PATHS.adminSettings + queryText({ tab: 'mails', search }),
  'day-sheet-link': () => PATHS.adminDaySheet,
  'day-report': () => PATHS.adminDashboard,
  'calendar-feed': () => PATHS.adminDaySheet,
  screen: () => `${PATHS.adminSettings}?tab=screens`,
  session: () => `${PATHS.adminSettings}?tab=accounts`,
  webhook: () => `${PATHS.adminSettings}?tab=integrations`,
  api_token: () => `${PATHS.adminSettings}?tab=integrations`,
  // Waiting lists are shown on their day's timetable.
  waitlist: ({ date }) => PATHS.adminReservation + queryText({ date, status: 'all' }),
}

/** Null if the entity is gone or has no page. */
export function addressOf({ target, subject }: Pick<AuditEntry, 'target' | 'subject'>): string | null {
  const [kind, id = ''] = (target ?? '').split(' ') as [AuditTarget, string?]
  return subject === null ? null : (SEEN_AT[kind]?.(subject, id) ?? null)
}
