import { DatabaseAway } from './failures.ts'

const TICK_MS = 250
// An answer that is owed for so long makes one wonder whether anybody is there.
const DOUBT_TICKS = 3
// Once a pulse was good, no other is taken for a second.
const REST_TICKS = 4

/** A connection, as far as it is watched. */
export type Watched = {
  /** For how many ticks an answer has been owed. */
  owed: number
  /** Whether it has answered since the last tick. */
  hasAnswered: boolean
  isWaiting(): boolean
  /** How long it may be waited for, in milliseconds. */
  readonly patience: number
  /** Gives the connection up; what waits on it fails. */
  abandon(error: Error): void
  once(event: 'end', listener: () => void): unknown
}

export type HangWatch = {
  /** Watches a connection until it ends. */
  add(connection: Watched): void
  /** Throws while the database does not answer anybody. */
  refuseIfHanging(): void
  tick(): void
  readonly tickMs: number
}

/**
 * Tells a database that hangs, whose own limits hang with it, from one that is slow. When an answer is overdue
 * `takePulse` opens a connection of its own: if for `silenceMs` milliseconds neither that is answered nor anybody else,
 * all connections are given up and nothing is asked until one is answered. On a computer with too much to do a new
 * connection may take longer than all else. Time is counted in ticks, because a process that was itself stopped or busy
 * for a while must not take that for silence of the database.
 */
export function watchForHang(takePulse: () => Promise<void>, silenceMs: number): HangWatch {
  const silenceTicks = Math.ceil(silenceMs / TICK_MS)
  const connections = new Set<Watched>()
  let isHanging = false
  /** For how many ticks nobody has answered while a pulse is felt for; below zero while the last one is good enough. */
  let felt: number | undefined
  /** Whether anybody has answered while a pulse was felt for. */
  let isHeard = false

  async function feel() {
    felt = 0
    isHeard = false
    try {
      await takePulse()
      felt = -REST_TICKS
      isHanging = false
    } catch {
      felt = undefined
      if (!listen() && !isHeard) giveUp()
    }
  }

  /** Whether anybody has answered since it was last asked. */
  function listen(): boolean {
    let hears = false
    for (const connection of connections) {
      hears ||= connection.hasAnswered
      connection.hasAnswered = false
    }
    return hears
  }

  function giveUp() {
    isHanging = true
    for (const connection of connections) connection.abandon(silence())
  }

  /** Whether any answer is overdue. One connection that is dead is given up by itself. */
  function isOverdue(): boolean {
    let overdue = false
    for (const connection of connections) {
      connection.owed = connection.isWaiting() ? connection.owed + 1 : 0
      if (connection.owed * TICK_MS > connection.patience) connection.abandon(silence())
      else overdue ||= connection.owed >= DOUBT_TICKS
    }
    return overdue
  }

  /** Counts a tick in which a pulse is felt for, or in which the last one is good enough. */
  function goOn(felt: number, hears: boolean) {
    isHeard ||= hears
    const ticks = hears && felt >= 0 ? 0 : felt + 1
    if (ticks === silenceTicks) giveUp()
    return felt < 0 && ticks === 0 ? undefined : ticks
  }

  return {
    tickMs: TICK_MS,
    add(connection) {
      connections.add(connection)
      connection.once('end', () => connections.delete(connection))
    },
    refuseIfHanging() {
      if (isHanging) throw silence()
    },
    tick() {
      const hears = listen()
      const overdue = isOverdue()
      if (felt !== undefined) felt = goOn(felt, hears)
      else if (overdue || isHanging) void feel()
    },
  }
}

const silence = () => new DatabaseAway('it does not answer')
