import type { Call, Evidence, HistoryRow, Outcome, ReservationRow } from '../history.ts'
import { marksIn } from '../history.ts'

/** One intention, however often it was sent. */
export type Wish = { mark: string; first: Call; calls: Call[]; outcome: Outcome }

/** Done if any call was; open if none is known to be. */
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

/** Whether it may have had an effect. */
export const mayHaveActed = ({ outcome }: { outcome: Outcome }): boolean => outcome !== 'refused'

/** The checked parts of a successful answer. */
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

export const slotsIn = ({ reservation }: Answer): number[] =>
  [
    reservation?.available_tour?.id,
    ...(reservation?.time_slots ?? []).map(({ available_room }) => available_room.id),
  ].filter((id) => typeof id === 'number')

export const changedBy = (call: Call): number[] =>
  answerOf(call)
    .results?.filter(({ done }) => done)
    .map(({ id }) => id) ?? (call.outcome === 'ok' ? call.on : [])

/** The mark in a history row, if it can store one. */
export const markOfRow = ({ reason, changes }: HistoryRow): string | undefined =>
  marksIn(`${reason ?? ''} ${(changes ?? []).map(({ to }) => String(to)).join(' ')}`)[0]

/** Whether its member was deleted, which erases most marks. */
export const isErased = ({ member_id }: Pick<ReservationRow, 'member_id'>): boolean => member_id === null

export const historiesOf = ({ history }: Evidence): Map<number, HistoryRow[]> =>
  Map.groupBy(
    history.toSorted((a, b) => a.id - b.id),
    ({ reservation_id }) => reservation_id,
  )
