import type { SimulatedFigures } from './figures.ts'
import type { Place } from './wire.ts'
import type { Wish } from './writes.ts'

/** The people of a hall, as a simulator is told of them. */
export type People = {
  places: readonly Place[]
  date: string
  /** The sessions of phones and administrators. */
  phones: readonly string[]
  admins: readonly { token: string; csrf: string }[]
  boards: readonly { room: number; check_in: string }[]
}

/** Writes that people make beside looking. */
export type Work = {
  free: readonly Wish[]
  pending: readonly number[]
  bookingsAMinute: number
  decisionsAMinute: number
}

/** `choosesMs`: how long whoever was too late takes to choose again, at least and at most. */
export type Rush = {
  wishes: readonly Wish[]
  bookers: number
  reloadMs: number
  withinMs: number
  choosesMs: readonly [number, number]
}

export type Order =
  | { kind: 'open'; people: People; withinMs: number }
  | { kind: 'work'; work: Work }
  | { kind: 'rest' }
  | { kind: 'rush'; rush: Rush }
  | { kind: 'look' }

/** Each order is answered once it is carried out; `rush` when all bookers have given up or have a time. */
export type Answered = SimulatedFigures | 'done'
