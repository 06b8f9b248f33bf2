import type { Docent } from '../contract/docent.ts'
import type { Room } from '../contract/room.ts'

/** Every address of the web app. */
export const PATHS = {
  login: '/',
  register: '/register',
  dashboard: '/dashboard',
  reserveTour: '/reserve-tour',
  reserveRoom: '/reserve-room',
  reservations: '/reservations',
  profile: '/profile',
  eraseAccount: '/profile/erase',
  privacy: '/privacy',
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
  adminSettings: '/admin/settings',
  daySheet: '/day-sheet/:token',
  display: '/display',
  displayRoom: '/display/room/:id',
} as const

export type Path = (typeof PATHS)[keyof typeof PATHS]

/** Which of them an address is, if any; its query and fragment do not matter. */
export const pathOf = (address: string): Path | undefined =>
  Object.values(PATHS).find((path) =>
    new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}/?([?#]|$)`).test(address),
  )

/** Where the board of a room is. */
export const boardAddress = (id: number): string => PATHS.displayRoom.replace(':id', String(id))

// The state that a screen hands to the next one travels in the history entry, so that it survives a reload and the back
// button.

/** The dashboard's: where to look, and what is chosen there. */
export type DashboardState = {
  /** Comes from the login: upcoming reservations are shown once. */
  from_login?: boolean
  date?: string
  kind?: 'tour' | 'room'
  /** 0: none, on purpose. */
  docent_id?: number
  room_id?: number
  slot_ids?: readonly number[]
  /** The time, and for a meeting how long, where they are chosen before the docent or room. */
  start?: string | null
  /** That time was chosen although nothing is free then, to wait for it. */
  is_start_taken?: boolean
  minutes?: number | null
}

/** The sign-up's. */
export type RegisterState = {
  /** The login is the entry before. */
  from_login?: boolean
  step?: 1 | 2 | 3
}

/** The draft of the login, in which the sign-up leaves what its new member would type there. */
export const LOGIN_DRAFT = 'login'

export type ChosenSlot = { id: number; time: string; end_time: string; duration: number }
export type ChosenDocent = Pick<Docent, 'id' | 'name' | 'language' | 'start_point' | 'is_vip' | 'is_vvip'>
export type ChosenRoom = Pick<Room, 'id' | 'name' | 'floor' | 'size' | 'is_vip' | 'is_vvip'>
type ChosenDate = {
  /** Chosen on the dashboard, not step by step. */
  skip_time_selection?: true
  date: string
  event_date_id: number
  /** It is taken: the form is for the line that waits for it. */
  waits?: boolean
}

/** The date, docent or room, and time of a booking. */
export type TourBooking = ChosenDate & { docent: ChosenDocent; slot: ChosenSlot }
export type RoomBooking = ChosenDate & { room: ChosenRoom; slots: readonly ChosenSlot[] }
