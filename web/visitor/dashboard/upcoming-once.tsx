import { part } from '../components/part.tsx'

/** The upcoming reservations, fetched after the dashboard itself; without them the dashboard works as well. */
export const UpcomingOnce = part(() => import('./late-upcoming.ts'))
