import type { Docent, Room } from '../contract/place.ts'

export const PATHS = {
  login: '/',
  register: '/register',
  event: '/event',
  dashboard: '/dashboard',
  reserveTour: '/reserve-tour',
  reserveRoom: '/reserve-room',
  reservations: '/reservations',
  changeTime: '/reservations/change',
  profile: '/profile',
  eraseAccount: '/profile/erase',
  privacy: '/privacy',
  endSessions: '/profile/end',
  adminLogin: '/admin',
  adminDashboard: '/admin/dashboard',
  adminSchedule: '/admin/schedule',
  adminReservation: '/admin/reservation',
  adminArrivals: '/admin/arrivals',
  adminTimeline: '/admin/reservation/timeline',
  adminDaySheet: '/admin/reservation/day-sheet',
  adminStatistics: '/admin/reservation/numbers',
  adminClosing: '/admin/closing',
  adminUsers: '/admin/users',
  adminUser: '/admin/users/:id',
  adminSettings: '/admin/settings',
  daySheet: '/day-sheet/:token',
  display: '/display',
  displayRoom: '/display/room/:id',
} as const

export type Path = (typeof PATHS)[keyof typeof PATHS]

export const BOOKING_PATHS = { tour: PATHS.reserveTour, room: PATHS.reserveRoom } as const

export const LIST_PATHS = {
  tour: `${PATHS.reservations}?tab=tours`,
  room: `${PATHS.reservations}?tab=meetings`,
} as const

export const pathOf = (address: string): Path | undefined =>
  Object.values(PATHS).find((path) =>
    new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}/?([?#]|$)`).test(address),
  )

/** The id or token at the end of an address. */
export const paramOf = (address: string): string => /[^/]+(?=\/?$)/.exec(address)![0]

export const boardAddress = (id: number): string => PATHS.displayRoom.replace(':id', String(id))

export type Kind = 'tour' | 'room'

/** Handed over in the history entry, where it survives a reload and Back. */
export type DashboardState = {
  /** Shows the upcoming reservations once. */
  from_login?: boolean
  date?: string
  kind?: Kind
  /** 0 means deliberately none. */
  docent_id?: number
  room_id?: number
  slot_ids?: readonly number[]
  /** Time and meeting length, if chosen before the docent or room. */
  start?: string | null
  /** The time was chosen although it is taken, to join its waiting list. */
  is_start_taken?: boolean
  minutes?: number | null
}

export const PLACE_KEYS = { tour: 'docent_id', room: 'room_id' } as const

export type RegisterState = {
  /** The login is the previous history entry. */
  from_login?: boolean
  /** The public preview is the previous history entry, and the sign-up ends signed in. */
  signs_in?: boolean
  step?: 1 | 2 | 3
}

export const LOGIN_DRAFT = 'login'

export type ChosenSlot = { id: number; time: string; end_time: string; duration: number }
export type ChosenPlace =
  | { kind: 'tour'; place: Pick<Docent, 'id' | 'name' | 'language' | 'start_point' | 'is_vip' | 'is_vvip'> }
  | { kind: 'room'; place: Pick<Room, 'id' | 'name' | 'floor' | 'size' | 'is_vip' | 'is_vvip'> }

export type Booking = ChosenPlace & {
  /** Chosen on the dashboard, so the wizard starts at its last step. */
  skip_time_selection?: true
  date: string
  event_date_id: number
  slots: readonly ChosenSlot[]
  /** The slots are taken: this is a waiting-list entry. */
  waits: boolean
}
