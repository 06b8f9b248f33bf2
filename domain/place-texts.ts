import type { ReservationKind } from './reservation.ts'

type Text = string | number
/** The texts of its docent or room that a reservation carries, by field. */
export type PlaceTexts = Readonly<Record<string, Text>>
/** One text that has become another. */
export type TextChange = { field: string; from: Text; to: Text }

const FIELDS: Readonly<Record<ReservationKind, readonly string[]>> = {
  VIP_TOUR: ['name', 'language', 'start_point'],
  GROUP_MEETING: ['name', 'floor', 'size'],
}

/** The texts that a visitor needs in order to come to the right place, and to know whom to ask for there. */
const NEEDED: typeof FIELDS = {
  ...FIELDS,
  GROUP_MEETING: FIELDS.GROUP_MEETING.filter((field) => field !== 'size'),
}

/** The texts of a docent or room that its reservations carry: its id and its tier are not among them. */
export const placeTextsOf = (kind: ReservationKind, place: Readonly<Record<string, unknown>>): PlaceTexts =>
  Object.fromEntries(FIELDS[kind].map((field) => [field, place[field] as Text]))

/** In which texts that reservations carry a docent or room differs from what it was. */
export const changedTexts = (kind: ReservationKind, before: PlaceTexts, after: PlaceTexts): TextChange[] =>
  FIELDS[kind]
    .filter((field) => before[field] !== after[field])
    .map((field) => ({ field, from: before[field]!, to: after[field]! }))

/** Whether a visitor has to be told of these changes. That a room takes more or fewer people sends nobody astray. */
export const mustBeTold = (kind: ReservationKind, changes: readonly { field: string }[]): boolean =>
  changes.some(({ field }) => NEEDED[kind].includes(field))
