import { PATHS, pathOf, type Path } from './paths.ts'

type Audience = 'guest' | 'member' | 'admin' | 'wall' | 'link'

/** Path below `web/`; its default export is the screen. Tuples, because every first visit loads the table. */
type Screen = readonly [audience: Audience, module: string, next?: readonly Path[]]

const QUERY_PROVIDER = 'api/reads/query-provider.tsx'

/** Default exports that wrap an audience's screens, the outermost first. */
export const FRAMES: Readonly<Record<Audience, readonly string[]>> = {
  guest: [],
  member: [QUERY_PROVIDER, 'visitor/layout/visitor-layout.tsx'],
  admin: [QUERY_PROVIDER, 'admin/layout/admin-layout.tsx'],
  wall: [QUERY_PROVIDER],
  link: [QUERY_PROVIDER],
}

/** Routes, preloading, session guard and the list of first visits read it. */
export const SCREENS: Readonly<Record<Path, Screen>> = {
  [PATHS.login]: ['guest', 'visitor/login/login-screen.tsx', [PATHS.dashboard]],
  [PATHS.register]: ['guest', 'visitor/register/register-screen.tsx'],
  [PATHS.event]: ['link', 'visitor/event/event-screen.tsx'],
  [PATHS.dashboard]: [
    'member',
    'visitor/dashboard/dashboard-screen.tsx',
    [PATHS.reserveTour, PATHS.reserveRoom, PATHS.reservations],
  ],
  [PATHS.reserveTour]: ['member', 'visitor/reserve/reserve-screen.tsx'],
  [PATHS.reserveRoom]: ['member', 'visitor/reserve/reserve-screen.tsx'],
  [PATHS.reservations]: ['member', 'visitor/reservations/reservations-screen.tsx'],
  [PATHS.changeTime]: ['member', 'visitor/reserve/reserve-screen.tsx'],
  [PATHS.profile]: ['member', 'visitor/profile/profile-screen.tsx'],
  [PATHS.eraseAccount]: ['member', 'visitor/profile/erasure-screen.tsx'],
  [PATHS.privacy]: ['link', 'visitor/privacy/privacy-screen.tsx'],
  [PATHS.endSessions]: ['link', 'visitor/profile/ending-screen.tsx'],
  [PATHS.adminLogin]: ['guest', 'admin/login/login-screen.tsx', [PATHS.adminDashboard]],
  [PATHS.adminDashboard]: ['admin', 'admin/dashboard/dashboard-screen.tsx'],
  [PATHS.adminSchedule]: ['admin', 'admin/schedule/schedule-screen.tsx'],
  [PATHS.adminReservation]: ['admin', 'admin/reservation/reservation-screen.tsx'],
  [PATHS.adminTimeline]: ['admin', 'admin/timeline/timeline-screen.tsx'],
  [PATHS.adminDaySheet]: ['admin', 'admin/day-sheet/day-sheet-screen.tsx'],
  [PATHS.adminArrivals]: ['admin', 'admin/arrivals/arrivals-screen.tsx'],
  [PATHS.adminStatistics]: ['admin', 'admin/statistics/statistics-screen.tsx'],
  [PATHS.adminClosing]: ['admin', 'admin/closing/closing-screen.tsx'],
  [PATHS.adminUsers]: ['admin', 'admin/users/users-screen.tsx'],
  [PATHS.adminUser]: ['admin', 'admin/users/member/member-screen.tsx'],
  [PATHS.adminSettings]: ['admin', 'admin/settings/settings-screen.tsx'],
  [PATHS.daySheet]: ['link', 'day-sheet/day-sheet-screen.tsx'],
  [PATHS.display]: ['wall', 'display/rooms-screen.tsx', [PATHS.displayRoom]],
  [PATHS.displayRoom]: ['wall', 'display/board-screen.tsx'],
}

export const MODULES: readonly string[] = [
  ...Object.values(FRAMES).flat(),
  ...Object.values(SCREENS).map(([, module]) => module),
]

/** A screen loads together with its frame, not after it. */
export function modulesOf(path: Path): readonly string[] {
  const [audience, module] = SCREENS[path]
  return [...FRAMES[audience], module]
}

export function audienceOf(address: string): Audience | undefined {
  const path = pathOf(address)
  return path && SCREENS[path][0]
}
