import { createElement, useEffect, type ComponentType, type ReactNode } from 'react'
import { Redirect, Route, useLocation } from 'wouter'
import { ErrorBoundary } from './shell/error-boundary.tsx'
import { lazy, preload } from './shell/lazy.tsx'
import { PATHS, pathOf, type Path } from './paths.ts'
import { FRAMES, MODULES, modulesOf, SCREENS } from './screens.ts'
import { reloadIfOutdated } from './shell/reload.ts'
import { ScreenSkeleton } from './ui/screen-skeleton.tsx'

type Screen = { default: ComponentType<{ children?: ReactNode }> }
type Loaders = Readonly<Record<string, () => Promise<Screen>>>

const own = import.meta.glob<Screen>([
  './{visitor,day-sheet}/**/*-{screen,layout}.tsx',
  './api/reads/query-provider.tsx',
])

// No visitor's phone carries the names of all files of the administrators and the walls: those of a folder are in a file
// of their own, which comes with a first visit to its screens (vite/first-visits.ts).
const APART: Readonly<Record<string, () => Promise<{ loaders: Loaders }>>> = {
  admin: () => import('./admin/loaders.ts'),
  display: () => import('./display/loaders.ts'),
}

const loaderFor = (module: string): (() => Promise<Screen>) =>
  own[`./${module}`] ??
  (async () => {
    const { loaders } = await APART[module.split('/')[0]!]!()
    return loaders[`./${module}`]!()
  })

// Made once: what a loader has brought is known by the loader.
const loaders = Object.fromEntries(MODULES.map((module) => [module, loaderFor(module)]))
const loaderOf = (module: string) => loaders[module]!
const loadersOf = (path: Path) => modulesOf(path).map(loaderOf)

const frames = Object.fromEntries(
  Object.entries(FRAMES).map(([audience, modules]) => [
    audience,
    modules.map((module) => lazy(loaderOf(module), { Fallback: ScreenSkeleton })),
  ]),
)

const screens = Object.fromEntries(
  Object.entries(SCREENS).map(([path, { module, next = [] }]) => [
    path,
    lazy(loaderOf(module), { Fallback: ScreenSkeleton, next: next.flatMap(loadersOf) }),
  ]),
)

/** Settled when the first screen can be shown whole. */
export const firstScreen = preload(loadersOf(pathOf(location.pathname) ?? PATHS.login))

export function Routes() {
  const [address] = useLocation()
  useEffect(reloadIfOutdated, [address])
  const path = pathOf(address)
  return <Guarded>{path ? <ScreenAt path={path} /> : <Redirect to={PATHS.login} replace />}</Guarded>
}

/** A screen and what stands around it, which stays when the next screen stands in the same. */
function ScreenAt({ path }: { path: Path }) {
  const screen = (
    <Guarded>
      <Route path={path}>{createElement(screens[path]!)}</Route>
    </Guarded>
  )
  return frames[SCREENS[path].audience]!.reduceRight<ReactNode>(
    (inside, Frame) => createElement(Frame, null, inside),
    screen,
  )
}

/** A way out when a screen cannot be loaded. */
function Guarded({ children }: { children: ReactNode }) {
  const [address] = useLocation()
  return <ErrorBoundary at={address}>{children}</ErrorBoundary>
}
