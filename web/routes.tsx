import { createElement, useEffect, type ComponentType, type ReactNode } from 'react'
import { Redirect, useLocation } from 'wouter'
import { ErrorBoundary } from './shell/error-boundary.tsx'
import { lazy, preload } from './shell/lazy.tsx'
import { PATHS, pathOf, type Path } from './paths.ts'
import { FRAMES, MODULES, modulesOf, SCREENS } from './screens.ts'
import { reloadIfOutdated } from './shell/reload.ts'
import { ScreenSkeleton } from './ui/page.tsx'

type Screen = { default: ComponentType<{ children?: ReactNode }> }
type Loaders = Readonly<Record<string, () => Promise<Screen>>>

const own = import.meta.glob<Screen>(['./visitor/**/*-{screen,layout}.tsx', './api/reads/query-provider.tsx'])

// Keeps the names of others' chunks out of the visitors' script.
const APART: Readonly<Record<string, () => Promise<{ loaders: Loaders }>>> = {
  admin: () => import('./admin/loaders.ts'),
  display: () => import('./display/loaders.ts'),
  'day-sheet': () => import('./day-sheet/loaders.ts'),
}

const loaderFor = (module: string): (() => Promise<Screen>) =>
  own[`./${module}`] ??
  (async () => {
    const { loaders } = await APART[module.split('/')[0]!]!()
    return loaders[`./${module}`]!()
  })

// Created once, because `usePart` caches parts by their loader.
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
  Object.entries(SCREENS).map(([path, [, module, next = []]]) => [
    path,
    lazy(loaderOf(module), { Fallback: ScreenSkeleton, next: next.flatMap(loadersOf) }),
  ]),
)

/** Settles when the first screen and its frame have loaded or failed. */
export const firstScreen = preload(loadersOf(pathOf(location.pathname) ?? PATHS.login))

export function Routes() {
  const [address] = useLocation()
  useEffect(reloadIfOutdated, [address])
  const path = pathOf(address)
  return <Guarded>{path ? <ScreenAt path={path} /> : <Redirect to={PATHS.login} replace />}</Guarded>
}

function ScreenAt({ path }: { path: Path }) {
  const screen = <Guarded>{createElement(screens[path]!)}</Guarded>
  return frames[SCREENS[path][0]]!.reduceRight<ReactNode>(
    (inside, Frame) => createElement(Frame, null, inside),
    screen,
  )
}

function Guarded({ children }: { children: ReactNode }) {
  const [address] = useLocation()
  return <ErrorBoundary at={address}>{children}</ErrorBoundary>
}
