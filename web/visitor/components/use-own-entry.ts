import { useHistoryState } from 'wouter/use-browser-location'
import { storedMember } from '../../api/session.ts'
import { useMember } from './use-member.ts'

/** `of` is the member's id, `dialogs` the number of open dialogs. */
export type EntryNotes = { of?: number | undefined; dialogs?: number | undefined }

/** Marks the state with its member, since another one may come back to this entry. */
export const own = <State extends object>(state: State): State & EntryNotes => ({
  ...state,
  of: storedMember()?.id,
})

/** Null if another member left it. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- A screen knows what its entries hold.
export function useOwnEntry<State>(): (State & EntryNotes) | null {
  const state = useHistoryState<(State & EntryNotes) | null>()
  const { id } = useMember()
  return state?.of === undefined || state.of === id ? state : null
}
