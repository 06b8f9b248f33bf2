import { setImmediate as yieldToOthers, setTimeout as sleep } from 'node:timers/promises'
import { sql, type RawBuilder } from 'kysely'
import type { Instant } from '../../domain/madrid-time.ts'
import type { Clock } from '../clock.ts'
import type { Db } from '../database/transaction.ts'
import { shortReason } from './short-reason.ts'

export type Log = Record<'info' | 'warn' | 'error', (facts: object, message: string) => void>
export type WorkerParts = { db: Db; now: Clock; log: Log }

export type Job = { id: number; attempts: number; last_error: string | null; answer?: number | null }

export type Outcome = {
  status: 'sent' | 'failed' | 'expired' | 'queued'
  error?: string | null
  answer?: number | null
  /** The least pause before the next try. */
  pause_ms?: number
  /** Mails only: the mail server refuses all mails. */
  is_held?: boolean
}

export type Queue<Sent extends Job> = {
  name: 'sign-up codes' | 'mails' | 'pushes' | 'webhooks'
  table: 'mails' | 'pushes' | 'webhook_deliveries'
  /** Messages about one subject are sent in order to each receiver. */
  receiver: string
  subjects: readonly ('reservation_id' | 'member_id')[]
  /** Per process. */
  concurrency: number
  /** Locks them with `for update of j skip locked`, most urgent first. */
  select(isDue: RawBuilder<boolean>, most: number, now: Instant): RawBuilder<unknown>
  /** Columns of messages `j` from outcomes `o`. */
  set(at: Date): RawBuilder<unknown>
  send(message: Sent, signal: AbortSignal): Promise<Outcome>
}

export type RunningQueue = {
  /** Resolves when nothing is due or being sent. */
  idle(): Promise<void>
  /** Waits up to `grace_ms` for messages being sent. */
  stop(grace_ms?: number): Promise<void>
}

// Turns on every outcome would take a third of the bookings from a busy service.
const PULSE_MS = 100
const LEASE_MS = 15_000
const SEND_TIMEOUT_MS = 180_000
const GRACE_MS = 5_000
const LONGEST_PAUSE_MS = 24 * 3_600_000
const JITTER = 0.2
const QUIET_MS = 60_000

/** Later than the longest pause was set by a rehearsal's clock and counts as past. */
export const isPast = (column: string, now: Instant) =>
  sql<boolean>`(${sql.ref(column)} <= ${new Date(now)}
    or ${sql.ref(column)} > ${new Date(now + LONGEST_PAUSE_MS * (1 + JITTER))})`

type Ordered = Pick<Queue<Job>, 'table' | 'receiver' | 'subjects'>

const isFirst = ({ table, receiver }: Ordered, subject: string) =>
  sql`not exists (select from ${sql.table(table)} e where e.${sql.ref(subject)} = j.${sql.ref(subject)}
    and e.${sql.ref(receiver)} = j.${sql.ref(receiver)} and e.status = 'queued' and e.id < j.id)`

function isDue(queue: Ordered, now: Instant) {
  const first = queue.subjects.map((subject) => isFirst(queue, subject))
  return sql<boolean>`(j.status = 'queued' and ${isPast('j.not_before', now)} and ${isPast('j.locked_until', now)}
    and ${sql.join(first, sql` and `)})`
}

/** Any number of processes may run it: messages are leased, and the lease of a dead process expires. */
export function startQueue<Sent extends Job>(
  queue: Queue<Sent>,
  { db, now, log }: WorkerParts,
): RunningQueue {
  const sending = new Map<number, Sent>()
  const hurry = new AbortController()
  let outcomes: (Outcome & { message: Sent })[] = []
  let leasedAt = -Infinity
  let loggedAt = -Infinity
  const stopping = new AbortController()
  let wake = Promise.withResolvers<void>()
  let idlers: (() => void)[] = []

  async function send(message: Sent) {
    // Rendering takes milliseconds; let requests run in between.
    await yieldToOthers()
    const signal = AbortSignal.any([hurry.signal, AbortSignal.timeout(SEND_TIMEOUT_MS)])
    try {
      const outcome = await queue.send(message, signal)
      outcomes.push({ ...outcome, message })
    } catch (error) {
      // The lease expires.
      complain(error)
    }
    sending.delete(message.id)
  }

  async function claim() {
    const most = stopping.signal.aborted ? 0 : queue.concurrency - sending.size
    if (most <= 0) return
    const { rows } = await sql<Sent>`
      with due as materialized (${queue.select(isDue(queue, now()), most, now())})
      update ${sql.table(queue.table)} j set attempts = attempts + 1, locked_until = ${new Date(now() + LEASE_MS)}
      from due where j.id = due.id returning j.*`.execute(db)
    for (const message of rows.toSorted((a, b) => a.id - b.id)) {
      sending.set(message.id, message)
      void send(message)
    }
  }

  /** Only for messages whose last claim was ours. */
  async function record() {
    // The clock may have been set back.
    const isRenewal = Math.abs(now() - leasedAt) >= LEASE_MS / 3 && !hurry.signal.aborted
    const renewed = isRenewal ? [...sending.values()] : []
    const { length } = outcomes
    const rows = [
      ...renewed.map((message) => ({ ...rowOf(message, { status: 'queued' }), is_leased: true })),
      ...outcomes.map(({ message, ...outcome }) => rowOf(message, outcome)),
    ]
    if (rows.length > 0) await write(rows)
    outcomes = outcomes.slice(length)
    if (isRenewal) leasedAt = now()
  }

  function rowOf(message: Sent, { status, error, answer, pause_ms, is_held = false }: Outcome) {
    const { id, attempts, last_error } = message
    const isCutShort = hurry.signal.aborted && status !== 'sent'
    const pause = pause_ms && Math.min(pause_ms, LONGEST_PAUSE_MS) * (1 + Math.random() * JITTER)
    return {
      id,
      attempts,
      status: isCutShort ? 'queued' : status,
      // Returns an unfinished message.
      attempts_left: isCutShort ? attempts - 1 : attempts,
      error: isCutShort || error === undefined ? last_error : error,
      answer: answer === undefined ? (message.answer ?? null) : answer,
      not_before: pause && !isCutShort ? new Date(now() + pause) : null,
      is_leased: false,
      is_held,
    }
  }

  const write = (rows: ReturnType<typeof rowOf>[]) =>
    sql`
      with o as materialized (
        select o.* from json_to_recordset(${JSON.stringify(rows)}::json) as o (id int, attempts int, status text,
            attempts_left int, error text, answer int, not_before timestamptz, is_leased boolean, is_held boolean)
          join ${sql.table(queue.table)} j on j.id = o.id and j.attempts = o.attempts and j.status = 'queued'
        order by o.id for update of j
      )
      update ${sql.table(queue.table)} j set status = o.status, attempts = o.attempts_left,
        not_before = coalesce(o.not_before, '-infinity'),
        locked_until = case when o.is_leased then ${new Date(now() + LEASE_MS)}::timestamptz else '-infinity' end,
        ${queue.set(new Date(now()))}
      from o where j.id = o.id`.execute(db)

  /** One line a minute while the database is unreachable. */
  function complain(error: unknown) {
    if (performance.now() - loggedAt < QUIET_MS) return
    loggedAt = performance.now()
    log.error({ reason: shortReason(error) }, `the queue of ${queue.name} failed`)
  }

  const isResting = () => sending.size === 0 && outcomes.length === 0

  async function turn() {
    const waiting = idlers
    await record()
    await claim()
    if (!isResting()) return
    idlers = idlers.slice(waiting.length)
    for (const resolve of waiting) resolve()
  }

  async function loop() {
    while (!stopping.signal.aborted || !isResting()) {
      wake = Promise.withResolvers()
      await turn().catch(complain)
      if (!stopping.signal.aborted || !isResting()) await Promise.race([wake.promise, sleep(PULSE_MS)])
    }
  }

  const running = loop()
  return {
    idle: () =>
      new Promise((resolve) => {
        idlers = [...idlers, resolve]
        wake.resolve()
      }),
    async stop(grace_ms = GRACE_MS) {
      stopping.abort()
      wake.resolve()
      const impatience = setTimeout(() => hurry.abort(), grace_ms)
      // If the database is unreachable, the leases expire.
      await Promise.race([running, sleep(grace_ms + 1_000, undefined, { ref: false })])
      clearTimeout(impatience)
      sending.clear()
      outcomes = []
    },
  }
}
