import { LATER, lazy } from './lazy.tsx'

/** No toast appears before the first action, so they may load late. */
export const LateToasts = lazy(() => import('../ui/toasts.tsx'), LATER)
