import type { OwnTimes } from './own-times/use-own-times.ts'
import { lazy, LATER } from '../../shell/lazy.tsx'

export const NO_OWN_TIMES: OwnTimes = { slots: new Set(), lineOf: () => undefined }

/** Tells them when the screen stands: what they follow from would weigh on the first grid. */
export const TellOwnTimes = lazy(() => import('./own-times/tell-own-times.tsx'), LATER)
