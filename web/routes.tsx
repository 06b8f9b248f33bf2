import { Suspense, useEffect, type ReactNode } from 'react'
import { Redirect, Route, Switch, useLocation } from 'wouter'
import { ErrorBoundary } from './shell/error-boundary.tsx'
import { fetchParts, part, screen, type Load } from './shell/lazy-screen.tsx'
import { PATHS, pathOf, type Path } from './paths.ts'
import { reloadIfOutdated } from './shell/reload.ts'
import { ScreenSkeleton } from './ui/screen-skeleton.tsx'

const SIGNED_IN = /^\/(?:dashboard|reserve-tour|reserve-room|reservations|profile)\/?$/

const ADMIN_SIGNED_IN =
  /^\/admin\/(?:dashboard|schedule|reservation(?:\/(?:timeline|day-sheet|numbers))?|users|settings)\/?$/

/** For walls: without a login. */
const DISPLAY = /^\/display(?:\/room\/[^/]+)?\/?$/

const loadQueryProvider = () => import('./api/reads/query-provider.tsx')
const loadLayout = () => import('./visitor/layout/visitor-layout.tsx')
const loadLogin = () => import('./visitor/login/login-screen.tsx')
const loadRegister = () => import('./visitor/register/register-screen.tsx')
const loadDashboard = () => import('./visitor/dashboard/dashboard-screen.tsx')
const loadReserveTour = () => import('./visitor/reserve/reserve-tour-screen.tsx')
const loadReserveRoom = () => import('./visitor/reserve/reserve-room-screen.tsx')
const loadReservations = () => import('./visitor/reservations/reservations-screen.tsx')
const loadProfile = () => import('./visitor/profile/profile-screen.tsx')

const signedIn = [loadQueryProvider, loadLayout]

const QueryProvider = part(loadQueryProvider)
const VisitorLayout = part(loadLayout)
const Login = screen(loadLogin, [...signedIn, loadDashboard])
const Register = screen(loadRegister)
const Dashboard = screen(loadDashboard, [loadReserveTour, loadReserveRoom, loadReservations])
const ReserveTour = screen(loadReserveTour)
const ReserveRoom = screen(loadReserveRoom)
const Reservations = screen(loadReservations)
const Profile = screen(loadProfile)

const loadAdminLogin = () => import('./admin/login/login-screen.tsx')
const loadAdminLayout = () => import('./admin/layout/admin-layout.tsx')
const loadAdminDashboard = () => import('./admin/dashboard/dashboard-screen.tsx')
const loadAdminSchedule = () => import('./admin/schedule/schedule-screen.tsx')
const loadAdminReservation = () => import('./admin/reservation/reservation-screen.tsx')
const loadAdminTimeline = () => import('./admin/timeline/timeline-screen.tsx')
const loadAdminDaySheet = () => import('./admin/day-sheet/day-sheet-screen.tsx')
const loadAdminStatistics = () => import('./admin/statistics/statistics-screen.tsx')
const loadAdminUsers = () => import('./admin/users/users-screen.tsx')
const loadAdminSettings = () => import('./admin/settings/settings-screen.tsx')

const loadRooms = () => import('./display/rooms-screen.tsx')
const loadBoard = () => import('./display/board-screen.tsx')

const adminSignedIn = [loadQueryProvider, loadAdminLayout]

const AdminLayout = part(loadAdminLayout)
const AdminLogin = screen(loadAdminLogin, [...adminSignedIn, loadAdminDashboard])
const AdminDashboard = screen(loadAdminDashboard)
const AdminSchedule = screen(loadAdminSchedule)
const AdminReservation = screen(loadAdminReservation)
const AdminTimeline = screen(loadAdminTimeline)
const AdminDaySheet = screen(loadAdminDaySheet)
const AdminStatistics = screen(loadAdminStatistics)
const AdminUsers = screen(loadAdminUsers)
const AdminSettings = screen(loadAdminSettings)
const Rooms = screen(loadRooms, [loadBoard])
const Board = screen(loadBoard)

const loadDaySheet = () => import('./day-sheet/day-sheet-screen.tsx')

const DaySheet = screen(loadDaySheet, [loadQueryProvider])

/**
 * What a first visit to each address shows: the screen comes together with what it stands in, not after it. The build
 * reads this table too (first-visits.ts), for what the server announces and for the budgets.
 */
const FIRST_VISIT: Readonly<Record<Path, readonly Load[]>> = {
  [PATHS.login]: [loadLogin],
  [PATHS.register]: [loadRegister],
  [PATHS.dashboard]: [...signedIn, loadDashboard],
  [PATHS.reserveTour]: [...signedIn, loadReserveTour],
  [PATHS.reserveRoom]: [...signedIn, loadReserveRoom],
  [PATHS.reservations]: [...signedIn, loadReservations],
  [PATHS.profile]: [...signedIn, loadProfile],
  [PATHS.adminLogin]: [loadAdminLogin],
  [PATHS.adminDashboard]: [...adminSignedIn, loadAdminDashboard],
  [PATHS.adminReservation]: [...adminSignedIn, loadAdminReservation],
  [PATHS.adminTimeline]: [...adminSignedIn, loadAdminTimeline],
  [PATHS.adminDaySheet]: [...adminSignedIn, loadAdminDaySheet],
  [PATHS.adminStatistics]: [...adminSignedIn, loadAdminStatistics],
  [PATHS.adminSchedule]: [...adminSignedIn, loadAdminSchedule],
  [PATHS.adminUsers]: [...adminSignedIn, loadAdminUsers],
  [PATHS.adminSettings]: [...adminSignedIn, loadAdminSettings],
  [PATHS.daySheet]: [loadQueryProvider, loadDaySheet],
  [PATHS.display]: [loadQueryProvider, loadRooms],
  [PATHS.displayRoom]: [loadQueryProvider, loadBoard],
}

/** Settled when the first screen can be shown whole. */
export const firstScreen = fetchParts(FIRST_VISIT[pathOf(location.pathname) ?? PATHS.login])

export function Routes() {
  const [path] = useLocation()
  useEffect(reloadIfOutdated, [path])
  return (
    <Frame>
      <Switch>
        <Route path={PATHS.login} component={Login} />
        <Route path={PATHS.register} component={Register} />
        <Route path={SIGNED_IN} component={VisitorScreens} />
        <Route path={PATHS.adminLogin} component={AdminLogin} />
        <Route path={ADMIN_SIGNED_IN} component={AdminScreens} />
        <Route path={PATHS.daySheet} component={SharedDaySheet} />
        <Route path={DISPLAY} component={Displays} />
        <Route component={ToLogin} />
      </Switch>
    </Frame>
  )
}

const ToLogin = () => <Redirect to={PATHS.login} replace />

const VisitorScreens = () => (
  <QueryProvider>
    <VisitorLayout>
      <Frame>
        <Switch>
          <Route path={PATHS.dashboard} component={Dashboard} />
          <Route path={PATHS.reserveTour} component={ReserveTour} />
          <Route path={PATHS.reserveRoom} component={ReserveRoom} />
          <Route path={PATHS.reservations} component={Reservations} />
          <Route path={PATHS.profile} component={Profile} />
        </Switch>
      </Frame>
    </VisitorLayout>
  </QueryProvider>
)

const SharedDaySheet = () => (
  <QueryProvider>
    <Frame>
      <DaySheet />
    </Frame>
  </QueryProvider>
)

const AdminScreens = () => (
  <QueryProvider>
    <AdminLayout>
      <Frame>
        <Switch>
          <Route path={PATHS.adminDashboard} component={AdminDashboard} />
          <Route path={PATHS.adminSchedule} component={AdminSchedule} />
          <Route path={PATHS.adminTimeline} component={AdminTimeline} />
          <Route path={PATHS.adminDaySheet} component={AdminDaySheet} />
          <Route path={PATHS.adminStatistics} component={AdminStatistics} />
          <Route path={PATHS.adminReservation} component={AdminReservation} />
          <Route path={PATHS.adminUsers} component={AdminUsers} />
          <Route path={PATHS.adminSettings} component={AdminSettings} />
        </Switch>
      </Frame>
    </AdminLayout>
  </QueryProvider>
)

const Displays = () => (
  <QueryProvider>
    <Frame>
      <Switch>
        <Route path={PATHS.display} component={Rooms} />
        <Route path={PATHS.displayRoom} component={Board} />
      </Switch>
    </Frame>
  </QueryProvider>
)

/** What surrounds every place where a screen is fetched: a stand-in while it comes, a way out when it does not. */
function Frame({ children }: { children: ReactNode }) {
  const [path] = useLocation()
  return (
    <ErrorBoundary at={path}>
      <Suspense fallback={<ScreenSkeleton />}>{children}</Suspense>
    </ErrorBoundary>
  )
}
