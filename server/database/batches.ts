// Benchmark row: booking
// 0.21 with it, 0.09 without.
import { isUndone, passingFailure } from './failures.ts'

const MOST = 16
/** Skips before a request waits for its locks. */
const SKIPS = 3
/** Requests that wait for locks at a time. */
const ALONE = 4

type Work<Asked, Answer> = {
  /** A batch has at most one request of each owner. */
  ownerOf: (asked: Asked) => number
  /** Does not wait for locks. */
  together: (asked: readonly Asked[]) => Promise<(Answer | 'skipped')[]>
  alone: (asked: Asked) => Promise<Answer>
}

/**
 * Batches requests that arrive while a transaction runs. A rolled-back batch is retried one by one; after a
 * lost connection the outcome is unknown, so all fail.
 */
export function makeBatches<Asked, Answer>({ ownerOf, together, alone }: Work<Asked, Answer>) {
  type Waiting = {
    asked: Asked
    skips: number
    resolve: (answer: Answer) => void
    reject: (error: unknown) => void
  }
  const waiting: Waiting[] = []
  const blocked: Waiting[] = []
  let isRunning = false
  let underWay = 0

  async function run() {
    if (isRunning) return
    isRunning = true
    while (waiting.length > 0) await runBatch(takeBatch())
    isRunning = false
  }

  function takeBatch(): Waiting[] {
    const batch = new Map<number, Waiting>()
    for (const each of waiting.splice(0)) {
      const owner = ownerOf(each.asked)
      if (batch.size < MOST && !batch.has(owner)) batch.set(owner, each)
      else waiting.push(each)
    }
    return [...batch.values()]
  }

  async function runBatch(batch: readonly Waiting[]) {
    try {
      const answers = await together(batch.map(({ asked }) => asked))
      for (const [n, each] of batch.entries()) settle(each, answers[n]!)
    } catch (error) {
      for (const each of batch)
        if (isUndone(error)) runAlone(each)
        else each.reject(error)
    }
  }

  function settle(each: Waiting, answer: Answer | 'skipped') {
    if (answer !== 'skipped') each.resolve(answer)
    else if (each.skips < SKIPS) waiting.push({ ...each, skips: each.skips + 1 })
    else runAlone(each)
  }

  function runAlone(each?: Waiting) {
    if (each) blocked.push(each)
    if (underWay === ALONE || blocked.length === 0) return
    const { asked, resolve, reject } = blocked.shift()!
    underWay += 1
    void alone(asked)
      .then(resolve, (error: unknown) => {
        reject(error)
        // The lock lasts for seconds: fail the queue instead of letting each time out.
        if (passingFailure(error)) for (const other of blocked.splice(0)) other.reject(error)
      })
      .finally(() => {
        underWay -= 1
        runAlone()
      })
  }

  return (asked: Asked): Promise<Answer> =>
    new Promise((resolve, reject) => {
      waiting.push({ asked, skips: 0, resolve, reject })
      void run()
    })
}
