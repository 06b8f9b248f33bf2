import type { ReservationKind } from './reservation.ts'

type Text = string | number
export type PlaceTexts = Readonly<Record<string, Text>>
export type TextChange = { field: string; from: Text; to: Text }

const FIELDS: Readonly<Record<ReservationKind, readonly string[]>> = {
  VIP_TOUR: ['name', 'language', 'start_point'],
  GROUP_MEETING: ['name', 'floor', 'size'],
}

export const placeTextsOf = (kind: ReservationKind, place: Readonly<Record<string, unknown>>): PlaceTexts =>
  Object.fromEntries(FIELDS[kind].map((field) => [field, place[field] as Text]))

export const changedTexts = (kind: ReservationKind, before: PlaceTexts, after: PlaceTexts): TextChange[] =>
  FIELDS[kind]
    .filter((field) => before[field] !== after[field])
    .map((field) => ({ field, from: before[field]!, to: after[field]! }))
