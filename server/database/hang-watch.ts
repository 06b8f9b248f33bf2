import { DatabaseAway } from './failures.ts'

const TICK_MS = 250
const OVERDUE_TICKS = 3
const PAUSE_TICKS = 4

export type Watched = {
  /** Ticks since an answer is owed. */
  owed: number
  hasAnswered: boolean
  isWaiting(): boolean
  /** The longest wait for an answer in milliseconds. */
  readonly patience: number
  readonly server?: string | undefined
  /** Fails all its waiting statements. */
  abandon(error: Error): void
  once(event: 'end', listener: () => void): unknown
}

export type HangWatch = ReturnType<typeof watchForHang>

/** Gives up all connections if neither the probe nor they answer within `silenceMs`. Ticks pause with the process. */
export function watchForHang(sendProbe: () => Promise<string | void>, silenceMs: number) {
  const silenceTicks = Math.ceil(silenceMs / TICK_MS)
  const connections = new Set<Watched>()
  let isHanging = false
  /** Negative during the pause after a successful probe. */
  let probeTicks: number | undefined
  let wasAnswered = false

  async function probe() {
    probeTicks = 0
    wasAnswered = false
    try {
      const server = await sendProbe()
      probeTicks = -PAUSE_TICKS
      isHanging = false
      // After a failover the address leads to another server.
      for (const one of connections) if (server && (one.server ?? server) !== server) one.abandon(silence())
    } catch {
      probeTicks = undefined
      if (!takeAnswers() && !wasAnswered) abandonAll()
    }
  }

  function takeAnswers(): boolean {
    let answered = false
    for (const connection of connections) {
      answered ||= connection.hasAnswered
      connection.hasAnswered = false
    }
    return answered
  }

  function abandonAll() {
    isHanging = true
    for (const connection of connections) connection.abandon(silence())
  }

  /** A single dead connection is given up alone. */
  function isOverdue(): boolean {
    let overdue = false
    for (const connection of connections) {
      connection.owed = connection.isWaiting() ? connection.owed + 1 : 0
      if (connection.owed * TICK_MS > connection.patience) connection.abandon(silence())
      else overdue ||= connection.owed >= OVERDUE_TICKS
    }
    return overdue
  }

  function countTick(probeTicks: number, answered: boolean) {
    wasAnswered ||= answered
    const ticks = answered && probeTicks >= 0 ? 0 : probeTicks + 1
    if (ticks === silenceTicks) abandonAll()
    return probeTicks < 0 && ticks === 0 ? undefined : ticks
  }

  return {
    tickMs: TICK_MS,
    add(connection: Watched) {
      connections.add(connection)
      connection.once('end', () => connections.delete(connection))
    },
    refuseIfHanging() {
      if (isHanging) throw silence()
    },
    tick() {
      const answered = takeAnswers()
      const overdue = isOverdue()
      if (probeTicks !== undefined) probeTicks = countTick(probeTicks, answered)
      else if (overdue || isHanging) void probe()
    },
  }
}

const silence = () => new DatabaseAway('it does not answer')
