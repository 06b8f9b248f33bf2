import { throttled } from '../mail/throttled.ts'
import { deliverDue, type PushDelivery } from './delivery.ts'

const PULSE_MS = 500

type PushParts = PushDelivery & {
  /** In a rehearsal nobody's phone rings: what waits is thrown away. */
  isRehearsal?: boolean
}

/** Sends the pushes that wait, again and again. Any number of processes may do so on one database. */
export function startPush({ isRehearsal = false, ...parts }: PushParts): { stop: () => Promise<void> } {
  let isStopped = false
  let timer: NodeJS.Timeout | undefined
  let running = Promise.resolve()
  const stumbled = throttled(parts.log, 'the pushes stumbled')

  async function lookAgain() {
    let sent = 0
    try {
      if (isRehearsal) await parts.db.deleteFrom('pushes').where('status', '=', 'queued').execute()
      else sent = await deliverDue(parts)
    } catch (error) {
      stumbled(error)
    }
    if (!isStopped) timer = setTimeout(look, sent > 0 ? 0 : PULSE_MS)
  }

  const look = () => {
    running = lookAgain()
  }
  look()
  return {
    stop() {
      isStopped = true
      clearTimeout(timer)
      return running
    },
  }
}
