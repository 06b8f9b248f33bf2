import { FULL_DAY } from './large.ts'
import { TODAY } from './serve.ts'

/** An administrator's screen, and the reads that the web app makes for it. */
type AdminScreen = {
  name: string
  calls: readonly string[]
}

/** Placeholders in addresses, and the query that finds the id for each. */
export const PLACEHOLDERS: Readonly<Record<string, string>> = {
  '{reservation}': `select id from reservations where status = 'PENDING' order by id limit 1`,
  '{docent}': `select id from docents where name like '도슨트 %' order by id limit 1`,
  '{room}': `select id from rooms where name like '상담실 %' order by id limit 1`,
  '{member}': `select id from members where name like '방문자%' order by id limit 1`,
}

type Query = Readonly<Record<string, string>>

const of = (name: string, query: Query = {}) =>
  `/api/admin/${name}/${Object.keys(query).length > 0 ? `?${String(new URLSearchParams(query))}` : ''}`

const [DATES, DOCENTS, ROOMS, STATS] = [
  of('event-dates'),
  of('docents'),
  of('rooms'),
  of('dashboard/stats'),
] as const
const ALWAYS = [DATES, DOCENTS, ROOMS, STATS]
/** The pages that the screens read. */
const queueOf = (query: Query = {}) => of('dashboard', { part: 'coming', ...QUEUE_PAGE, ...query })
const listOf = (query: Query = {}) => of('reservations', { ...LIST_PAGE, ...query })
const dayOf = (query: Query = {}) => of('reservations', { ...WHOLE_PAGE, date, ...query })
const AUDIT = 'audit/search'
const date = FULL_DAY
/** A quarter of all reservations, a few, and none. */
const [MANY, FEW, NONE] = [{ search: '누리소프트' }, { search: '방문자12345' }, { search: '아무도아닌' }]
const ACTIVE = { status: 'active' }
const [QUEUE_PAGE, LIST_PAGE, WHOLE_PAGE] = [
  { page: '1', page_size: '200' },
  { page: '1', page_size: '500' },
  { page: '1', page_size: '2000' },
]
/** A page in the middle. */
const LATER = { page: '30' }

/** The times of a day, for a walk-in booking. */
const TIMES = [of('available-tours', { date }), of('available-rooms', { date })]
const [START_OF_WEEK, END_OF_WEEK] = [TODAY, date]

/** All reads of each screen, with its sections, filters and dialogs. Change them with the screen. */
export const ADMIN_SCREENS: readonly AdminScreen[] = [
  { name: 'frame of every screen', calls: [of('tours'), of('attention'), of('settings')] },
  {
    name: 'queue',
    calls: [
      queueOf({ order: 'start' }),
      queueOf({ order: 'start', ...LATER }),
      queueOf({ order: 'waiting' }),
      queueOf({ order: 'start', date }),
      ...[MANY, FEW, NONE].map((search) => queueOf({ order: 'start', ...search })),
      queueOf({ part: 'past' }),
      of('dashboard', WHOLE_PAGE),
      of('setup'),
    ],
  },
  {
    name: 'reservations of a day',
    calls: [
      ...ALWAYS,
      ...TIMES,
      dayOf(),
      dayOf(ACTIVE),
      dayOf({ status: 'cancelled', type: 'meeting' }),
      dayOf(MANY),
    ],
  },
  {
    name: 'reservations of all days',
    calls: [
      listOf(),
      listOf(ACTIVE),
      listOf({ ...ACTIVE, ...LATER }),
      listOf({ status: 'cancelled', type: 'meeting' }),
      listOf({ status: 'COMPLETED' }),
    ],
  },
  {
    name: 'reservations, searched',
    calls: [
      ...[MANY, FEW, NONE].map((search) => listOf(search)),
      listOf({ ...ACTIVE, ...MANY }),
      listOf({ ...MANY, ...LATER }),
    ],
  },
  {
    name: 'one reservation',
    calls: [
      of('reservations/{reservation}/history'),
      of('reservations/{reservation}/context'),
      of('reservations', { id: '{reservation}' }),
    ],
  },
  { name: 'timeline', calls: [...ALWAYS, ...TIMES, dayOf(ACTIVE)] },
  {
    name: 'schedule: dates',
    calls: [DATES, of('event-dates/counts'), of('event-dates/impact')],
  },
  {
    name: 'schedule: docents and rooms',
    calls: [
      DOCENTS,
      ROOMS,
      ...['docents', 'rooms'].map((places) => of(`${places}/impact`)),
      ...['docents/{docent}', 'rooms/{room}'].flatMap((place) => [
        of(`${place}/impact`),
        of(`${place}/told`),
      ]),
    ],
  },
  {
    name: 'schedule: times',
    calls: [
      DATES,
      ...['tour', 'room'].map((kind) => of('slots/times', { kind })),
      ...TIMES,
      of('available-tours', { docent_id: '{docent}', date }),
      of('available-rooms', { room_id: '{room}', date }),
    ],
  },
  {
    name: 'members',
    calls: [
      of('users'),
      of('users', { search: '방문자12' }),
      of('users', { search: '누리소프트', user_filter: 'normal', page: '200' }),
      of('users/impact'),
      of('users/tier-impact', { tier: 'normal', search: '누리소프트' }),
      of('users/{member}/impact'),
    ],
  },
  {
    name: 'search of everything',
    calls: [MANY, FEW, NONE].map(({ search }) => of('search', { q: search })),
  },
  {
    name: 'one member',
    calls: [
      of('users/{member}'),
      of('reservations', { user: '{member}' }),
      of('waitlist', { user: '{member}' }),
      of('mails', { user: '{member}' }),
    ],
  },
  {
    name: 'statistics',
    calls: [
      of('numbers'),
      of('numbers', { start_date: date, end_date: date }),
      of('numbers', { start_date: '2026-10-05', end_date: '2026-10-05' }),
      of('numbers', { start_date: START_OF_WEEK, end_date: END_OF_WEEK }),
    ],
  },
  {
    name: 'day sheet',
    calls: [DATES, DOCENTS, ROOMS, of('day-sheets', { date }), of('day-sheet-links')],
  },
  { name: 'arrivals', calls: [of('arrivals'), of('arrivals', { date })] },
  { name: 'end of the event', calls: [of('closing'), of('closing/report')] },
  {
    name: 'settings',
    calls: [
      ...['mails', 'audit', 'go-live', 'admins', 'my-info', 'reasons', 'screens'].map((name) => of(name)),
      of('mails', { status: 'failed' }),
      of('audit', { page: '1000' }),
      ...['승인', 'approve', '아무도아닌', '2026년'].map((search) => of(AUDIT, { search })),
    ],
  },
]
