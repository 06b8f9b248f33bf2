import { lazy, Suspense, useEffect, type ComponentType, type ReactNode } from 'react'
import { Redirect, Route, Switch, useLocation } from 'wouter'
import { CrashBoundary } from './crash-boundary.tsx'
import { PATHS } from './paths.ts'
import { loadOrReload } from './reload.ts'
import { ScreenSkeleton } from './ui/screen-skeleton.tsx'

type Load = () => Promise<{ default: ComponentType }>
type LoadAny = () => Promise<unknown>

const prefetch = (loads: readonly LoadAny[]) => {
  for (const load of loads) load().catch(() => {})
}

/** A screen that is fetched when it is first shown; `next` are those that a visitor probably opens after it. */
function screen(load: Load, next: readonly LoadAny[] = []) {
  const Screen = lazy(() => loadOrReload(load))
  return function LoadedScreen() {
    useEffect(() => {
      const timer = setTimeout(prefetch, 1_000, next)
      return () => clearTimeout(timer)
    }, [])
    return <Screen />
  }
}

const SIGNED_IN = /^\/(?:dashboard|reserve-tour|reserve-room|reservations|profile)\/?$/
const ADMIN_SIGNED_IN = /^\/admin\/(?:dashboard|schedule|reservation|users|settings)\/?$/

const loadServerState = () => import('./server-state.tsx')
const loadLayout = () => import('./visitor/layout/visitor-layout.tsx')
const loadDashboard = () => import('./visitor/dashboard/dashboard-screen.tsx')
const loadReserveTour = () => import('./visitor/reserve/reserve-tour-screen.tsx')
const loadReserveRoom = () => import('./visitor/reserve/reserve-room-screen.tsx')
const loadReservations = () => import('./visitor/reservations/reservations-screen.tsx')

// What a screen stands in comes together with it, not before it.
const signedIn = [loadServerState, loadLayout, loadDashboard]
if (SIGNED_IN.test(location.pathname)) prefetch(signedIn)

const ServerState = lazy(() => loadOrReload(loadServerState))
const VisitorLayout = lazy(() => loadOrReload(loadLayout))
const Login = screen(() => import('./visitor/login/login-screen.tsx'), signedIn)
const Register = screen(() => import('./visitor/register/register-screen.tsx'))
const Dashboard = screen(loadDashboard, [loadReserveTour, loadReserveRoom, loadReservations])
const ReserveTour = screen(loadReserveTour)
const ReserveRoom = screen(loadReserveRoom)
const Reservations = screen(loadReservations)
const Profile = screen(() => import('./visitor/profile/profile-screen.tsx'))

const loadAdminLayout = () => import('./admin/layout/admin-layout.tsx')
const loadAdminDashboard = () => import('./admin/dashboard/dashboard-screen.tsx')

const adminSignedIn = [loadServerState, loadAdminLayout, loadAdminDashboard]
if (location.pathname === PATHS.adminDashboard) prefetch(adminSignedIn)

const AdminLayout = lazy(() => loadOrReload(loadAdminLayout))
const AdminLogin = screen(() => import('./admin/login/login-screen.tsx'), adminSignedIn)
const AdminDashboard = screen(loadAdminDashboard)
const AdminSchedule = screen(() => import('./admin/schedule/schedule-screen.tsx'))
const AdminReservation = screen(() => import('./admin/reservation/reservation-screen.tsx'))
const AdminUsers = screen(() => import('./admin/users/users-screen.tsx'))
const AdminSettings = screen(() => import('./admin/settings/settings-screen.tsx'))

export function Routes() {
  return (
    <Frame>
      <Switch>
        <Route path={PATHS.login} component={Login} />
        <Route path={PATHS.register} component={Register} />
        <Route path={SIGNED_IN} component={VisitorScreens} />
        <Route path={PATHS.adminLogin} component={AdminLogin} />
        <Route path={ADMIN_SIGNED_IN} component={AdminScreens} />
        <Route component={ToLogin} />
      </Switch>
    </Frame>
  )
}

const ToLogin = () => <Redirect to={PATHS.login} replace />

const VisitorScreens = () => (
  <ServerState>
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
  </ServerState>
)

const AdminScreens = () => (
  <ServerState>
    <AdminLayout>
      <Frame>
        <Switch>
          <Route path={PATHS.adminDashboard} component={AdminDashboard} />
          <Route path={PATHS.adminSchedule} component={AdminSchedule} />
          <Route path={PATHS.adminReservation} component={AdminReservation} />
          <Route path={PATHS.adminUsers} component={AdminUsers} />
          <Route path={PATHS.adminSettings} component={AdminSettings} />
        </Switch>
      </Frame>
    </AdminLayout>
  </ServerState>
)

/** What surrounds every place where a screen is fetched: a stand-in while it comes, a way out when it does not. */
function Frame({ children }: { children: ReactNode }) {
  const [path] = useLocation()
  return (
    <CrashBoundary at={path}>
      <Suspense fallback={<ScreenSkeleton />}>{children}</Suspense>
    </CrashBoundary>
  )
}
