import type { OwnTimes } from './own-times/use-own-times.ts'
import { part } from './part.tsx'

export const NO_OWN_TIMES: OwnTimes = { slots: new Set(), lineOf: () => undefined }

/** Tells them when the screen stands: what they follow from would weigh on the first grid. */
export const TellOwnTimes = part(() => import('./own-times/tell-own-times.tsx'), true)
