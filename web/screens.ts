import { PATHS, pathOf, type Path } from './paths.ts'

type Screen = {
  audience: 'guest' | 'member' | 'admin' | 'wall' | 'link'
  /** Path below `web/`; its default export is the screen. */
  module: string
  next?: readonly Path[]
}

const QUERY_PROVIDER = 'api/reads/query-provider.tsx'

/** Default exports that wrap an audience's screens, the outermost first. */
export const FRAMES: Readonly<Record<Screen['audience'], readonly string[]>> = {
  guest: [],
  member: [QUERY_PROVIDER, 'visitor/layout/visitor-layout.tsx'],
  admin: [QUERY_PROVIDER, 'admin/layout/admin-layout.tsx'],
  wall: [QUERY_PROVIDER],
  link: [QUERY_PROVIDER],
}

/** Routes, preloading, session guard and the list of first visits read it. */
export const SCREENS: Readonly<Record<Path, Screen>> = {
  [PATHS.login]: {
    audience: 'guest',
    module: 'visitor/login/login-screen.tsx',
    next: [PATHS.dashboard],
  },
  [PATHS.register]: { audience: 'guest', module: 'visitor/register/register-screen.tsx' },
  [PATHS.dashboard]: {
    audience: 'member',
    module: 'visitor/dashboard/dashboard-screen.tsx',
    next: [PATHS.reserveTour, PATHS.reserveRoom, PATHS.reservations],
  },
  [PATHS.reserveTour]: { audience: 'member', module: 'visitor/reserve/reserve-screen.tsx' },
  [PATHS.reserveRoom]: { audience: 'member', module: 'visitor/reserve/reserve-screen.tsx' },
  [PATHS.reservations]: { audience: 'member', module: 'visitor/reservations/reservations-screen.tsx' },
  [PATHS.profile]: { audience: 'member', module: 'visitor/profile/profile-screen.tsx' },
  [PATHS.eraseAccount]: { audience: 'member', module: 'visitor/profile/erasure-screen.tsx' },
  [PATHS.privacy]: { audience: 'link', module: 'visitor/privacy/privacy-screen.tsx' },
  [PATHS.endSessions]: { audience: 'link', module: 'visitor/profile/ending-screen.tsx' },
  [PATHS.adminLogin]: {
    audience: 'guest',
    module: 'admin/login/login-screen.tsx',
    next: [PATHS.adminDashboard],
  },
  [PATHS.adminDashboard]: { audience: 'admin', module: 'admin/dashboard/dashboard-screen.tsx' },
  [PATHS.adminSchedule]: { audience: 'admin', module: 'admin/schedule/schedule-screen.tsx' },
  [PATHS.adminReservation]: { audience: 'admin', module: 'admin/reservation/reservation-screen.tsx' },
  [PATHS.adminTimeline]: { audience: 'admin', module: 'admin/timeline/timeline-screen.tsx' },
  [PATHS.adminDaySheet]: { audience: 'admin', module: 'admin/day-sheet/day-sheet-screen.tsx' },
  [PATHS.adminArrivals]: { audience: 'admin', module: 'admin/arrivals/arrivals-screen.tsx' },
  [PATHS.adminStatistics]: { audience: 'admin', module: 'admin/statistics/statistics-screen.tsx' },
  [PATHS.adminClosing]: { audience: 'admin', module: 'admin/closing/closing-screen.tsx' },
  [PATHS.adminUsers]: { audience: 'admin', module: 'admin/users/users-screen.tsx' },
  [PATHS.adminSettings]: { audience: 'admin', module: 'admin/settings/settings-screen.tsx' },
  [PATHS.daySheet]: { audience: 'link', module: 'day-sheet/day-sheet-screen.tsx' },
  [PATHS.display]: { audience: 'wall', module: 'display/rooms-screen.tsx', next: [PATHS.displayRoom] },
  [PATHS.displayRoom]: { audience: 'wall', module: 'display/board-screen.tsx' },
}

export const MODULES: readonly string[] = [
  ...Object.values(FRAMES).flat(),
  ...Object.values(SCREENS).map(({ module }) => module),
]

/** A screen loads together with its frame, not after it. */
export const modulesOf = (path: Path): readonly string[] => [
  ...FRAMES[SCREENS[path].audience],
  SCREENS[path].module,
]

export function audienceOf(address: string): Screen['audience'] | undefined {
  const path = pathOf(address)
  return path && SCREENS[path].audience
}
