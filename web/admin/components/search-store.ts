import { makeStore } from '../../ui/store.ts'

/** Initial query of the global search; null while closed. */
export const searched = makeStore<string | null>(null)
