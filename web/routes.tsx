import { createElement, useEffect, type ComponentType, type ReactNode, Component } from 'react'
import { Redirect, Route, useLocation } from 'wouter'
import { lazy, preload } from './shell/lazy.tsx'
import { PATHS, pathOf, type Path } from './paths.ts'
import { FRAMES, MODULES, modulesOf, SCREENS } from './screens.ts'
import { reloadIfOutdated, keepTrying } from './shell/reload.ts'
import { ScreenSkeleton, ErrorState } from './ui/page.tsx'

type Props = {
  at: string
  children: ReactNode
}

type State = { crashed: boolean; at: string }

/** Offers to reload; a wall board reloads by itself. */
class ErrorBoundary extends Component<Props, State> {
  override state: State = { crashed: false, at: this.props.at }

  static getDerivedStateFromError = (): Partial<State> => ({ crashed: true })

  static getDerivedStateFromProps = ({ at }: Props, state: State): State | null =>
    at === state.at ? null : { crashed: false, at }

  override componentDidCatch = keepTrying

  override render() {
    if (!this.state.crashed) return this.props.children
    return (
      <ErrorState title="화면을 불러오지 못했습니다." onRetry={() => location.reload()}>
        네트워크를 확인한 뒤 다시 시도해주세요.
      </ErrorState>
    )
  }
}

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
  Object.entries(SCREENS).map(([path, { module, next = [] }]) => [
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

function Guarded({ children }: { children: ReactNode }) {
  const [address] = useLocation()
  return <ErrorBoundary at={address}>{children}</ErrorBoundary>
}
