import { useEffect } from 'react'
import { useLocation } from 'wouter'
import { PATHS } from '../../../paths.ts'
import { lazy } from '../../../shell/lazy.tsx'
import { guided } from '../../components/setup/guided.ts'

const NextStep = lazy(() => import('../../components/setup/next-step.tsx'))

/** Ends on the dashboard, which has the whole list. */
export function GuidedSetup() {
  const [path] = useLocation()
  const isGuided = guided.useValue()
  const isHome = path === PATHS.adminDashboard
  useEffect(() => {
    if (isHome) guided.set(false)
  }, [isHome])
  return isGuided && !isHome && <NextStep />
}
