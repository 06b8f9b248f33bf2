import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { makeClaims, type Lane } from './claims.ts'
import { deliver, type DeliveryParts } from './delivery.ts'
import { RETRY, type Retry } from './queue.ts'
import { throttled } from './throttled.ts'
import { makeTurns } from './turns.ts'

type MailParts = Omit<DeliveryParts, 'retry' | 'turns'> & {
  pool: pg.Pool
  retry?: Retry
  /** Whether somebody waits for what this process is doing. */
  isBusy?: () => boolean
}

export type RunningMail = {
  /** Lets mails on their way arrive. Pool and transport stay open: their creator closes them. */
  stop: () => Promise<void>
}

/** How often a loop that finds nothing looks again. */
const PULSE_MS = 200
const STOP_TIMEOUT = 8_000
/** A batch that takes longer than this is broken off. */
const BATCH_TIMEOUT = 180_000

const DECISIONS: Lane = { codes: false, most: 25 }
const CODES: Lane = { codes: true, most: 5 }
// A mail takes some milliseconds of the thread that answers everybody. Somebody stands before an empty field for a code,
// while four hundred decisions may be told in twenty seconds.
const PAUSES_MS = { codes: 25, decisions: 50 }

/**
 * Starts sending what is in the outbox, its own mails and those that others have left. Any number of processes may do so
 * on one database.
 */
export function startMail({ pool, retry = RETRY, isBusy = () => false, ...parts }: MailParts): RunningMail {
  const decisions = { lane: DECISIONS, turns: makeTurns(isBusy, PAUSES_MS.decisions) }
  const codes = { lane: CODES, turns: makeTurns(isBusy, PAUSES_MS.codes) }
  // Two of each, so that a slow recipient never holds up all others, and so that strangers' codes never hold up a decision.
  const sending = [decisions, decisions, codes, codes]
  const claims = makeClaims(pool, parts.now)
  const stumbled = throttled(parts.log, 'the mail queue stumbled')
  const [stopping, hurry] = [new AbortController(), new AbortController()]

  async function keepSending({ lane, turns }: typeof decisions) {
    while (!stopping.signal.aborted) {
      const taken = await claims
        .take(lane, async (mails) => {
          // A look that the end has overtaken gives back what it took.
          if (stopping.signal.aborted) return
          const signal = AbortSignal.any([hurry.signal, AbortSignal.timeout(BATCH_TIMEOUT)])
          await deliver({ ...parts, retry, turns }, mails, signal)
        })
        .catch(stumbled)
      // A full batch means that more is waiting: the next is taken at once.
      if (taken !== lane.most) await sleep(PULSE_MS, undefined, stopping).catch(() => {})
    }
  }

  const loops = Promise.all(sending.map(keepSending))
  return {
    async stop() {
      stopping.abort()
      await Promise.race([loops, sleep(STOP_TIMEOUT, undefined, { ref: false })])
      hurry.abort()
    },
  }
}
