import { readStored, storeForSession } from '../../browser/session-storage.ts'

const NAME = 'booked_slots'

const booked = () => (readStored(NAME) ?? []) as number[]

/** Keeps in mind which times were booked here, until the session ends. */
export function rememberBooked(ids: readonly number[]): void {
  storeForSession(NAME, JSON.stringify([...booked(), ...ids]))
}

/** True when this visitor booked them all: a visitor who goes back is not shown them as lost. */
export const wereBooked = (ids: readonly number[]): boolean => ids.every((id) => booked().includes(id))

/** True when something was booked here in this session. */
export const hasBooked = (): boolean => booked().length > 0
