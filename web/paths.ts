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
} as const
