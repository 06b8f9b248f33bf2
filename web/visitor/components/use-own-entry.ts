import { useHistoryState } from 'wouter/use-browser-location'
import { storedMember } from '../../api/session.ts'
import { useMember } from './use-member.ts'

/** The notes in a history entry's state beside those of its screen: its member's id, and how many dialogs are open there. */
export type EntryNotes = { of?: number | undefined; dialogs?: number | undefined }

/** The state of an entry with the note whose it is: the next member of this phone may come back to the entry. */
export const own = <State extends object>(state: State): State & EntryNotes => ({
  ...state,
  of: storedMember()?.id,
})

/** The state of this history entry; null for none, and for one that another member has left. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- A screen knows what its entries hold.
export function useOwnEntry<State>(): (State & EntryNotes) | null {
  const state = useHistoryState<(State & EntryNotes) | null>()
  const { id } = useMember()
  return state?.of === undefined || state.of === id ? state : null
}
