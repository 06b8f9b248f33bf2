import { FULL_DAY } from './large.ts'

/** An administrator's screen, and the reads that the web app makes for it. */
export type AdminScreen = { name: string; calls: readonly string[] }

/** Places in addresses, which are filled in when the event is there. */
export const RESERVATION = '{reservation}'

const [DATES, DOCENTS, ROOMS] = ['event-dates', 'docents', 'rooms'].map((name) => `/api/admin/${name}/`) as [
  string,
  string,
  string,
]
const STATS = '/api/admin/dashboard/stats/'
const [SLOTS_OF_TOURS, SLOTS_OF_ROOMS] = [
  '/api/admin/available-tours/',
  '/api/admin/available-rooms/',
] as const
const RESERVATIONS = '/api/admin/reservations/'
const onDay = (path: string) => `${path}?date=${FULL_DAY}`

/** The reads of a day's reservations and of the times beside them. */
const DAY = [onDay(RESERVATIONS), onDay(SLOTS_OF_TOURS), onDay(SLOTS_OF_ROOMS)]

/** Every screen with all that its sections, filters and dialogs read: a change of a screen's calls is a change of its line. */
export const ADMIN_SCREENS: readonly AdminScreen[] = [
  {
    name: 'frame of every screen',
    calls: ['/api/admin/tours/', '/api/admin/attention/', '/api/admin/settings/'],
  },
  { name: 'dashboard', calls: ['/api/admin/dashboard/', '/api/admin/setup/'] },
  { name: 'reservations of a day', calls: [DATES, DOCENTS, ROOMS, STATS, ...DAY] },
  { name: 'reservations of all days', calls: [DATES, DOCENTS, ROOMS, STATS, RESERVATIONS] },
  { name: 'reservations, searched', calls: [`${RESERVATIONS}?search=${encodeURIComponent('방문자12345')}`] },
  {
    name: 'one reservation',
    calls: [`${RESERVATIONS}${RESERVATION}/history/`, `${RESERVATIONS}${RESERVATION}/context/`],
  },
  {
    name: 'timeline',
    calls: [DATES, DOCENTS, ROOMS, STATS, `${onDay(RESERVATIONS)}&status=active`, ...DAY.slice(1)],
  },
  { name: 'schedule: dates', calls: [DATES, '/api/admin/event-dates/counts/'] },
  { name: 'schedule: docents and rooms', calls: [DOCENTS, ROOMS] },
  { name: 'schedule: times of tours', calls: [DOCENTS, DATES, SLOTS_OF_TOURS] },
  { name: 'schedule: times of rooms', calls: [ROOMS, DATES, SLOTS_OF_ROOMS] },
  {
    name: 'members',
    calls: ['/api/admin/users/', `/api/admin/users/?search=${encodeURIComponent('방문자12')}`],
  },
  { name: 'statistics', calls: ['/api/admin/numbers/'] },
  {
    name: 'day sheet',
    calls: [DATES, DOCENTS, ROOMS, onDay('/api/admin/day-sheets/'), '/api/admin/day-sheet-links/'],
  },
  {
    name: 'settings',
    calls: ['mails', 'audit', 'go-live', 'admins', 'my-info', 'reasons', 'screens'].map(
      (name) => `/api/admin/${name}/`,
    ),
  },
]
