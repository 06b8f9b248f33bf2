import type { OwnTimes } from './own-times/use-own-times.ts'
import { lazy, LATER } from '../../shell/lazy.tsx'

export const NO_OWN_TIMES: OwnTimes = { slots: new Map(), lineOf: () => undefined }

/** Loaded after the first render, to keep the first visit small. */
export const TellOwnTimes = lazy(() => import('./own-times/tell-own-times.tsx'), LATER)
