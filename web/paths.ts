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
  adminLogin: '/admin',
  adminDashboard: '/admin/dashboard',
  adminReservation: '/admin/reservation',
  adminTimeline: '/admin/reservation/timeline',
} as const

// What a screen hands to the next one travels in the history entry, so that it survives a reload and the back button.

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
}

type ChosenSlot = { id: number; time: string; end_time: string; duration: number }
type ChosenDate = { skip_time_selection: true; date: string; event_date_id: number }

/** What a booking is for, chosen on the dashboard. */
export type TourBooking = ChosenDate & {
  docent: Pick<Docent, 'id' | 'name' | 'language' | 'start_point'>
  slot: ChosenSlot
}
export type RoomBooking = ChosenDate & {
  room: Pick<Room, 'id' | 'name' | 'floor' | 'size'>
  slots: readonly ChosenSlot[]
}
