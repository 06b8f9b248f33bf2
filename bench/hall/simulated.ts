import { fork } from 'node:child_process'
import { once } from 'node:events'
import type { SimulatedFigures } from './figures.ts'
import type { Answered, Order } from './orders.ts'

/** The people of a hall, in a process of their own. */
export function startSimulator() {
  const child = fork(new URL('simulator.ts', import.meta.url))
  const ended = once(child, 'exit')
  const failed = ended.then(() => {
    throw new Error('the simulator has ended')
  })
  failed.catch(() => {})

  async function give(order: Order): Promise<Answered> {
    const answer = once(child, 'message') as Promise<[Answered]>
    child.send(order)
    return (await Promise.race([answer, failed]))[0]
  }

  return {
    give,
    /** Everything that they have met since it was looked at last. */
    look: async () => (await give({ kind: 'look' })) as SimulatedFigures,
    async stop() {
      if (child.connected) child.disconnect()
      await ended
    },
  }
}
