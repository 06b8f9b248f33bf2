import { readStored, storeForSession } from '../../browser/session-storage.ts'
import type { DashboardState } from '../../paths.ts'

const NAME = 'dashboard'

/** Resets the times, which belong to one day and kind. */
export const NO_TIMES: DashboardState = { slot_ids: [], start: null }

/** The session's last choice, which all ways to choose share. */
export const keptChoice = () => readStored(NAME) as DashboardState | null

export function keepChoice(choice: DashboardState): void {
  storeForSession(NAME, JSON.stringify(choice))
}
