import { LATER, lazy } from './lazy.tsx'

/** Nothing is told before somebody acts. */
export const LateToasts = lazy(() => import('../ui/toasts.tsx'), LATER)
