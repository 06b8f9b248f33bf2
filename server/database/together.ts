// While one is being written the next is being gathered.
const AT_ONCE = 2
// More would make each wait for all without costing less.
const MOST = 16

type Waiting<Asked, Answer> = {
  asked: Asked
  resolve: (answer: Answer) => void
  reject: (reason: unknown) => void
}

/**
 * Sends together what comes while the last ones are under way, and answers each. What comes alone is sent at once. A sending
 * that fails has failed for each.
 */
export function makeTogether<Asked, Answer>(send: (asked: readonly Asked[]) => Promise<Answer[]>) {
  const waiting: Waiting<Asked, Answer>[] = []
  let underWay = 0

  async function sendSome() {
    const some = waiting.splice(0, MOST)
    underWay += 1
    const [sent] = await Promise.allSettled([send(some.map(({ asked }) => asked))])
    underWay -= 1
    if (waiting.length > 0) void sendSome()
    for (const [n, { resolve, reject }] of some.entries())
      if (sent.status === 'fulfilled') resolve(sent.value[n]!)
      else reject(sent.reason)
  }

  return (asked: Asked) =>
    new Promise<Answer>((resolve, reject) => {
      waiting.push({ asked, resolve, reject })
      if (underWay < AT_ONCE) void sendSome()
    })
}
