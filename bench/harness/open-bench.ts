import type pg from 'pg'
import type { BareAnswers } from './bare-process.ts'
import { startChild, type Child } from './children.ts'
import { openEvent, type Event } from './event.ts'
import { fillLarge } from './large.ts'
import type { LoadFigures, LoadOrder } from './load-process.ts'
import { openReference, type Reference } from './pgbench.ts'
import { openPostgres } from './postgres.ts'
import type { Sample } from './row.ts'

export type Options = { seconds: number; rounds: number; days: number }

/** The tools of all rows. Each part starts when it is first used. */
export type Bench = Options & {
  /** The sample event. */
  small: () => Promise<Event>
  /** A hundred times the data. */
  large: () => Promise<Event>
  /** A `node:http` server that answers these bytes from memory. */
  bare(answers: BareAnswers): Promise<number>
  reference: () => Promise<Reference>
  ask(port: number, order: Asked): Promise<Sample>
  close(): Promise<void>
}

const OVERLOADED = 503
type Asked = Partial<LoadOrder> & Pick<LoadOrder, 'requests' | 'expected'>

export async function openBench(options: Options): Promise<Bench> {
  const open = new AsyncDisposableStack()
  try {
    const postgres = await openPostgres()
    open.defer(() => postgres.close())
    const asking = startChild('load-process.ts')
    open.defer(() => asking.end())
    const fill = (client: pg.Client) => fillLarge(client, options.days)
    return {
      ...options,
      small: once(() => openEvent(open, { postgres, database: 'small' })),
      large: once(() => openEvent(open, { postgres, database: 'large', fill })),
      reference: once(() => openReference(open, postgres)),
      bare: bareServer(open),
      ask: (port, order) =>
        ask(asking, { port, connections: 1, repeat: true, seconds: options.seconds, ...order }),
      close: once(() => open.disposeAsync()),
    }
  } catch (error) {
    await open.disposeAsync()
    throw error
  }
}

/**
 * Four times as many turns of half the length, for ratios near their floor: a single turn may be off by a quarter.
 */
export function inMoreTurns(bench: Bench): Bench {
  if (bench.seconds < 1) return bench
  const seconds = bench.seconds / 2
  return {
    ...bench,
    seconds,
    rounds: 4 * bench.rounds,
    ask: (port, order) => bench.ask(port, { seconds, ...order }),
  }
}

const once = <Part>(start: () => Promise<Part>) => {
  let started: Promise<Part> | undefined
  return () => (started ??= start())
}

function bareServer(open: AsyncDisposableStack) {
  const start = once(async () => {
    const child = startChild('bare-process.ts')
    open.defer(() => child.end())
    await child.next()
    return child
  })
  return async (answers: BareAnswers) => (await start()).ask<number>(answers)
}

/** Fails when the server answers anything but what is expected, or that it is overloaded. */
async function ask(asking: Child, order: LoadOrder): Promise<Sample> {
  const { statuses, ...sample } = await asking.ask<LoadFigures>(order)
  const { [order.expected]: right, [OVERLOADED]: refused = 0, ...wrong } = statuses
  if (!right || Object.keys(wrong).length > 0)
    throw new Error(`expected only ${order.expected}, got ${JSON.stringify(statuses)}`)
  return { ...sample, refused }
}
