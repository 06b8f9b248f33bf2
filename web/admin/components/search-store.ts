import { makeStore } from './store.ts'

/** The words with which the search of everything opens, or null while it is closed. */
export const searched = makeStore<string | null>(null)
