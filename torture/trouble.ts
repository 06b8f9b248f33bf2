import { setTimeout as sleep } from 'node:timers/promises'
import type { FaultKind, PlannedFault } from './plan.ts'
import type { Stand } from './stand.ts'

const HALF_DOWN = 800
const MOST_MAIL_SILENCE = 2_500

const BREAK: Readonly<Record<FaultKind, (stand: Stand, picks: PlannedFault['picks']) => Promise<unknown>>> = {
  async kill({ servers }, [which, long]) {
    const server = Math.floor(which * servers.count)
    await servers.kill(server)
    await sleep(long * HALF_DOWN)
    await servers.start(server)
  },
  backends: ({ database }, [share]) =>
    database.query(
      `select pg_terminate_backend(pid) from (
         select pid from pg_stat_activity where application_name = 'fairslot' and pid <> pg_backend_pid()
         order by (state = 'idle'), pid) as found
       limit $1`,
      [1 + Math.floor(share * 8)],
    ),
  async postgres({ database }, [how]) {
    // Fast ends connections; immediate simulates a crash.
    database.crash(how < 0.5 ? 'SIGINT' : 'SIGQUIT')
    await sleep(100)
    await database.heal()
  },
  async smtp({ post }, [long]) {
    await post.close()
    await sleep(long * MOST_MAIL_SILENCE)
    await post.open()
  },
}

/** Injects faults until the time is over, and counts them in `made`. */
export async function makeTrouble(
  stand: Stand,
  faults: Iterator<PlannedFault, never>,
  isOver: () => boolean,
  made: Map<string, number>,
): Promise<void> {
  for (;;) {
    const { kind, picks, pause } = faults.next().value
    await sleep(pause)
    if (isOver()) return
    // The database may be restarting.
    await BREAK[kind](stand, picks).catch((error: unknown) => {
      if (kind !== 'backends') throw error
    })
    made.set(kind, (made.get(kind) ?? 0) + 1)
  }
}
