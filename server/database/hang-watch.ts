import { DatabaseAway } from './failures.ts'

const TICK_MS = 250
// An answer that is owed for so long makes one wonder whether anybody is there.
const DOUBT_TICKS = 3
// A new connection comes within milliseconds from a database that runs at all.
const PULSE_TICKS = 4

/** A connection, as far as it is watched. */
export type Watched = {
  /** For how many ticks an answer has been owed. */
  owed: number
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
 * `takePulse` opens a connection of its own: if that is not answered either, all connections are given up and nothing
 * is asked until one is. Time is counted in ticks, because a process that was itself stopped or busy for a while must not
 * take that for silence of the database.
 */
export function watchForHang(takePulse: () => Promise<void>): HangWatch {
  const connections = new Set<Watched>()
  let isHanging = false
  /** For how many ticks a pulse has been felt for; below zero while the last one is good enough. */
  let felt: number | undefined

  async function feel() {
    felt = 0
    try {
      await takePulse()
      felt = -PULSE_TICKS
      isHanging = false
    } catch {
      felt = undefined
      giveUp()
    }
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
      const overdue = isOverdue()
      if (felt === undefined) {
        if (overdue || isHanging) void feel()
        return
      }
      felt += 1
      if (felt === 0) felt = undefined
      if (felt === PULSE_TICKS) giveUp()
    },
  }
}

const silence = () => new DatabaseAway('it does not answer')
