import { makeStore } from '../../../ui/store.ts'

/** A step of the checklist was opened: other screens lead to the next one. */
export const guided = makeStore(false)
