import type pg from 'pg'

const CHANNEL = 'fairslot_changed'
const RECONNECT_AFTER = 500

type Listener = {
  /** Something that snapshots show has changed, here or in another process. */
  changed(): void
  /** Whether changes are heard at the moment. */
  hearing(hears: boolean): void
}

/**
 * Listens for the notifications that triggers send on every change of the schedule. Reconnects by itself; between a
 * lost connection and the next one `hearing(false)` holds.
 */
export function listenForChanges(connect: () => pg.Client, listener: Listener): { stop(): Promise<void> } {
  let client: pg.Client | undefined
  let timer: NodeJS.Timeout | undefined
  let stopped = false

  function lost() {
    listener.hearing(false)
    client?.removeAllListeners('end')
    client?.end().catch(() => {})
    client = undefined
    if (!stopped) timer = setTimeout(() => void begin(), RECONNECT_AFTER)
  }

  async function begin() {
    const next = connect()
    client = next
    // Without a listener an error of the connection would end the process; `end` follows it.
    next.on('error', () => {})
    next.on('end', () => client === next && lost())
    next.on('notification', () => listener.changed())
    try {
      await next.connect()
      await next.query(`listen ${CHANNEL}`)
      listener.hearing(true)
    } catch {
      if (client === next) lost()
    }
  }

  void begin()
  return {
    async stop() {
      stopped = true
      clearTimeout(timer)
      client?.removeAllListeners('end')
      await client?.end().catch(() => {})
    },
  }
}
