/** Answers of the database to bookings, each as soon as it has one. */
export type Send<Wish, Outcome> = (wishes: readonly Wish[]) => Promise<Outcome[]>

// While one is being written the next is being gathered.
const AT_ONCE = 2
// More would make each wait for all without costing less.
const MOST = 16

type Waiting<Wish, Outcome> = {
  wish: Wish
  resolve: (outcome: Outcome | undefined) => void
}

/**
 * Sends what comes while the last ones are under way as one. A lonely one is sent at once. `undefined` for those of a failed
 * sending: which of them it was is not known, and each is worth a try of its own.
 */
export function makeTogether<Wish, Outcome>(send: Send<Wish, Outcome>) {
  const waiting: Waiting<Wish, Outcome>[] = []
  let underWay = 0

  async function sendSome() {
    const some = waiting.splice(0, MOST)
    underWay += 1
    const outcomes = await send(some.map(({ wish }) => wish)).catch(() => [])
    underWay -= 1
    if (waiting.length > 0) void sendSome()
    for (const [n, { resolve }] of some.entries()) resolve(outcomes[n])
  }

  return (wish: Wish) =>
    new Promise<Outcome | undefined>((resolve) => {
      waiting.push({ wish, resolve })
      if (underWay < AT_ONCE) void sendSome()
    })
}
