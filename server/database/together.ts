// More would make each wait for all, and cost none of them less.
const MOST = 16

type Waiting<Asked, Answer> = {
  asked: Asked
  resolve: (answer: Answer) => void
  reject: (reason: unknown) => void
}

/** The next sending is on its way while one is done, so that whoever does them does not wait for what to do. */
const UNDER_WAY = 2

/**
 * Sends together what comes while others are sent, and answers each. What comes alone is sent at once. A sending that fails
 * has failed for each. Two are under way at most, and `send` does one after the other.
 */
export function makeTogether<Asked, Answer>(send: (asked: readonly Asked[]) => Promise<Answer[]>) {
  const waiting: Waiting<Asked, Answer>[] = []
  let sendings = 0
  let sent = 0
  /** How many of those who have just been answered have not come again. */
  let away = 0

  async function sendSome() {
    // Half of all who want something: while these are written the process has the others to serve, and neither waits for
    // the other.
    const half = Math.min(Math.ceil((waiting.length + sent + away) / 2), MOST)
    const isEarly = sendings > 0 && waiting.length < half
    if (waiting.length === 0 || sendings === UNDER_WAY || isEarly) return
    const some = waiting.splice(0, half)
    sendings += 1
    sent += some.length
    const [answers] = await Promise.allSettled([send(some.map(({ asked }) => asked))])
    sendings -= 1
    sent -= some.length
    away = some.length
    void sendSome()
    for (const [n, { resolve, reject }] of some.entries())
      if (answers.status === 'fulfilled') resolve(answers.value[n]!)
      else reject(answers.reason)
  }

  return (asked: Asked) =>
    new Promise<Answer>((resolve, reject) => {
      away = Math.max(0, away - 1)
      waiting.push({ asked, resolve, reject })
      void sendSome()
    })
}
