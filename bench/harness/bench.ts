import type pg from 'pg'
import { openEvent, type Event } from './event.ts'
import { cpuOf, cpuOfFamily, startChild, type Child } from './children.ts'
import type { BareAnswers } from './bare-process.ts'
import type { LoadFigures, LoadOrder } from './load-orders.ts'
import { openReference, type Reference } from './pgbench.ts'
import { openPostgres, type Postgres } from './postgres.ts'
import { fillLarge } from './large.ts'
import type { Row, Sample } from './sample.ts'
import { NOW } from './serve.ts'

export type Options = { checkout: string; seconds: number; rounds: number; days: number }

/** The things that rows are measured with. Everything is started when it is first asked for. */
export type Bench = Options & {
  /** Today's size: the sample event. */
  small: () => Promise<Event>
  /** A hundred times as much. */
  large(): Promise<Event>
  /** Today's size again, on a database of its own that nobody else measures on. */
  fresh: () => Promise<Event>
  createDatabase: Postgres['create']
  /** The service's clock when it starts. */
  now: string
  bare(answers: BareAnswers): Promise<Target>
  reference(): Promise<Reference>
  ask(target: Target, order: Asked): Promise<Sample>
  close(): Promise<void>
}

export type Target = { port: number; pid: number }
const OVERLOADED = 503
type Asked = Partial<LoadOrder> & Pick<LoadOrder, 'requests' | 'expected'>
export type Group = { name: string; rows(bench: Bench): Promise<Row[]> }

export async function openBench(options: Options): Promise<Bench> {
  const open = new AsyncDisposableStack()
  try {
    const postgres = await openPostgres()
    open.defer(() => postgres.close())
    const asking = startChild('load-process.ts')
    open.defer(() => asking.end())
    const shared = { checkout: options.checkout, postgres }
    const fill = (client: pg.Client) => fillLarge(client, options.days)
    const bare = startBare(open)
    let others = 0
    return {
      ...options,
      small: once(() => openEvent(open, { ...shared, database: 'small' })),
      large: once(() => openEvent(open, { ...shared, database: 'large', fill })),
      fresh: () => openEvent(open, { ...shared, database: `fresh_${(others += 1)}` }),
      createDatabase: (name, from) => postgres.create(name, from),
      now: NOW,
      reference: once(() => openReference(open, postgres)),
      bare,
      ask: (target, order) => ask(asking, { seconds: options.seconds, ...order }, target, postgres.pid),
      close: () => open.disposeAsync(),
    }
  } catch (error) {
    await open.disposeAsync()
    throw error
  }
}

/**
 * The same for what is compared with a bar near to it: one turn may be off by a quarter, and the median of a few by a tenth. So
 * there are four times as many turns, of half the length.
 */
export function inMoreTurns(bench: Bench): Bench {
  if (bench.seconds < 1) return bench
  const seconds = bench.seconds / 2
  return {
    ...bench,
    seconds,
    rounds: 4 * bench.rounds,
    ask: (target, order) => bench.ask(target, { seconds, ...order }),
  }
}

const once = <Part>(start: () => Promise<Part>) => {
  let started: Promise<Part> | undefined
  return () => (started ??= start())
}

function startBare(open: AsyncDisposableStack) {
  let child: Child | undefined
  return async (answers: BareAnswers): Promise<Target> => {
    if (!child) {
      const started = startChild('bare-process.ts')
      open.defer(() => started.end())
      await started.next()
      child = started
    }
    return { pid: child.pid, port: await child.ask<number>(answers) }
  }
}

/** Asks a server for some seconds, and fails when it answers anything but what is expected, or that it cannot keep up. */
async function ask(
  asking: Child,
  order: Asked & { seconds: number },
  { port, pid }: Target,
  database: number,
): Promise<Sample> {
  const before = { cpu: cpuOf(pid), database: cpuOfFamily(database) }
  const whole: LoadOrder = { port, connections: 1, repeat: true, ...order }
  const figures = await asking.ask<LoadFigures>(whole)
  const { count, seconds, median, p99, statuses, bytes } = figures
  const { [order.expected]: right, [OVERLOADED]: shed = 0, ...wrong } = statuses
  const each = (from: number, to: number) => (to - from) / count
  if (!right || Object.keys(wrong).length > 0)
    throw new Error(`expected only ${order.expected}, got ${JSON.stringify(statuses)}`)
  return {
    count,
    perSecond: count / seconds,
    median,
    p99,
    cpu: each(before.cpu, cpuOf(pid)),
    database: each(before.database, cpuOfFamily(database)),
    asking: figures.asking,
    bytes,
    shed,
  }
}
