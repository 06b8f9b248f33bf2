import { readStored, storeForSession } from '../../browser/session-storage.ts'

const NAME = 'booked_slots'

const booked = () => (readStored(NAME) ?? []) as number[]

export function rememberBooked(ids: readonly number[]): void {
  storeForSession(NAME, JSON.stringify([...booked(), ...ids]))
}

/** The outcome of this page's last request, until the dashboard has confirmed it. */
export const asked: { last: string | null } = { last: null }

/** Going back must not show own bookings as lost. */
export const wereBooked = (ids: readonly number[]): boolean => ids.every((id) => booked().includes(id))

export const hasBooked = (): boolean => booked().length > 0
