import { setTimeout as sleep } from 'node:timers/promises'
import { ensureCluster, findPostmaster, stopPostgres, SUPERUSER } from './cluster.ts'
import { DATABASE, own } from './owner.ts'
import { PORT, findPlace } from './place.ts'

// systemd closes the service user's folder to others.
const SYSTEM_FOLDER = '/var/lib/fairslot-root'
/** Between attempts to restart PostgreSQL. */
const LONGEST_PAUSE = 3_000

type EmbeddedOptions = {
  dataDir: string
  log: (line: string) => void
  settings?: Record<string, string>
  /** For files that the database user cannot reach elsewhere. */
  systemFolder?: string
}

export type Embedded = {
  connection: { host: string; port: number; user: string; database: string }
  stop: () => Promise<void>
}

/** For a program that runs beside the server. */
export function findRunning(dataDir: string): Embedded['connection'] | undefined {
  const running = findPostmaster(findPlace(dataDir, SYSTEM_FOLDER).cluster)
  if (!running?.isReady) return undefined
  return { host: running.socketFolder, port: PORT, user: SUPERUSER, database: DATABASE }
}

/** Also takes over a cluster whose server was killed. */
export async function startEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  const { dataDir, log, settings = {}, systemFolder = SYSTEM_FOLDER } = options
  const place = findPlace(dataDir, systemFolder)
  if (await ensureCluster(place, settings['fsync'] !== 'off')) log(`Created the database in ${place.cluster}`)

  let stopping = false
  let recovering: Promise<void> | undefined
  let owner = await own(place, settings)
  watch()

  function watch() {
    owner.client.once('end', () => {
      if (!stopping) recovering = recover()
    })
  }

  /** Works for our child and for a process that was taken over. */
  async function recover() {
    log('PostgreSQL has stopped unexpectedly: starting it again')
    let logged = ''
    for (let attempt = 0; ; attempt++) {
      if (stopping) return
      try {
        owner = await own(place, settings)
        watch()
        log('PostgreSQL is running again')
        return
      } catch (error) {
        const { message } = error as Error
        // Log each reason once while retrying.
        const reason = message.replaceAll(/\d+/g, '')
        if (reason !== logged) log(`PostgreSQL could not be started again: ${message}`)
        logged = reason
        await sleep(Math.min(100 * 2 ** attempt, LONGEST_PAUSE))
      }
    }
  }

  async function stop() {
    stopping = true
    await recovering
    await stopPostgres(place.cluster)
    await owner.client.end()
  }

  let stopped: Promise<void> | undefined
  return {
    connection: { host: owner.host, port: PORT, user: SUPERUSER, database: DATABASE },
    stop: () => (stopped ??= stop()),
  }
}
