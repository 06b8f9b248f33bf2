import type { Call, Evidence, HistoryRow, Outcome, ReservationRow } from '../history.ts'
import { marksIn } from '../history.ts'

/** A thing that somebody wanted once, however often it was sent. */
export type Wish = { mark: string; first: Call; calls: Call[]; outcome: Outcome }

/** The wishes behind these calls. One is done when any of its calls was, and open when none is known to be. */
export function wishesOf(calls: readonly Call[]): Map<string, Wish> {
  const byMark = Map.groupBy(calls, ({ wish }) => wish)
  const outcomeOf = (these: Call[]) =>
    (['ok', 'unknown', 'refused'] as const).find((outcome) => these.some((call) => call.outcome === outcome))!
  return new Map(
    [...byMark].map(([mark, these]) => [
      mark,
      { mark, first: these[0]!, calls: these, outcome: outcomeOf(these) },
    ]),
  )
}

/** Whether a wish, or a call, may have had an effect. */
export const mayHaveActed = ({ outcome }: { outcome: Outcome }): boolean => outcome !== 'refused'

/** The answer of a call that was done, as far as the checks read it. */
export type Answer = {
  message?: string
  reservation?: {
    id: number
    available_tour?: { id: number | null }
    time_slots?: { available_room: { id: number | null } }[]
  }
  entry?: { id: number }
  results?: { id: number; done: boolean }[]
  tours?: { id: number }[]
  meetings?: { id: number }[]
}

export const answerOf = (call: Call): Answer =>
  call.outcome === 'ok' && call.answer ? (JSON.parse(call.answer) as Answer) : {}

/** The slots that a reservation holds by an answer. */
export const slotsIn = ({ reservation }: Answer): number[] =>
  [
    reservation?.available_tour?.id,
    ...(reservation?.time_slots ?? []).map(({ available_room }) => available_room.id),
  ].filter((id) => typeof id === 'number')

/** The reservations that a call that was done says that it has changed. */
export const changedBy = (call: Call): number[] =>
  answerOf(call)
    .results?.filter(({ done }) => done)
    .map(({ id }) => id) ?? (call.outcome === 'ok' ? call.on : [])

/** The mark of the wish that wrote a row of history, where it could leave one. */
export const markOfRow = ({ reason, changes }: HistoryRow): string | undefined =>
  marksIn(`${reason ?? ''} ${(changes ?? []).map(({ to }) => String(to)).join(' ')}`)[0]

/** Whether its member has been deleted, and with it the marks of most wishes. */
export const isErased = ({ member_id }: Pick<ReservationRow, 'member_id'>): boolean => member_id === null

export const historiesOf = ({ history }: Evidence): Map<number, HistoryRow[]> =>
  Map.groupBy(
    history.toSorted((a, b) => a.id - b.id),
    ({ reservation_id }) => reservation_id,
  )
