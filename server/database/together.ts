// More would make each wait for all, and cost none of them less.
const MOST = 16

type Waiting<Asked, Answer> = {
  asked: Asked
  resolve: (answer: Answer) => void
  reject: (reason: unknown) => void
}

/**
 * Sends together what comes while the last sending is under way, and answers each. What comes alone is sent at once. A sending
 * that fails has failed for each.
 */
export function makeTogether<Asked, Answer>(send: (asked: readonly Asked[]) => Promise<Answer[]>) {
  const waiting: Waiting<Asked, Answer>[] = []
  let isUnderWay = false
  let sentLast = 0

  async function sendSome() {
    // Half of those who want something, of whom the last have just been answered and may come again: while they are written
    // the process has the others to serve, and neither waits for the other.
    const half = Math.ceil((waiting.length + sentLast) / 2)
    const some = waiting.splice(0, Math.min(half, MOST))
    sentLast = some.length
    isUnderWay = true
    const [sent] = await Promise.allSettled([send(some.map(({ asked }) => asked))])
    isUnderWay = false
    if (waiting.length > 0) void sendSome()
    for (const [n, { resolve, reject }] of some.entries())
      if (sent.status === 'fulfilled') resolve(sent.value[n]!)
      else reject(sent.reason)
  }

  return (asked: Asked) =>
    new Promise<Answer>((resolve, reject) => {
      waiting.push({ asked, resolve, reject })
      if (!isUnderWay) void sendSome()
    })
}
