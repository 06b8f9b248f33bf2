/** Milliseconds for a statement, a lock wait, and a pause within a transaction; 0 is no limit. */
export type Limits = { statement: number; lock: number; pause: number }

/** Visitors' requests, and all reads. */
export const ORDINARY: Limits = { statement: 5_000, lock: 3_000, pause: 10_000 }

/** Administrators' writes, files and the start affect thousands of rows. */
const MORE_TIME: Limits = { statement: 60_000, lock: 10_000, pause: 30_000 }

/** Migrations wait for those of other servers. */
const NO_LIMITS: Limits = { statement: 0, lock: 0, pause: 0 }

/** For a free or a new connection. */
export const CONNECT_MS = 1_500

const GRACE = 2_000

export const settingOf = ({ statement, lock, pause }: Limits, scope: 'transaction' | 'connection') =>
  `select ${Object.entries({
    statement_timeout: statement,
    lock_timeout: lock,
    idle_in_transaction_session_timeout: pause,
  })
    .map(([name, ms]) => `set_config('${name}', '${ms}', ${scope === 'transaction'})`)
    .join(', ')}`

// By default PostgreSQL keeps the locks of a vanished client for two hours.
const DEAD_CLIENT_DETECTION = `set_config('tcp_keepalives_idle', '10', false),
  set_config('tcp_keepalives_interval', '5', false), set_config('tcp_keepalives_count', '3', false)`

// JIT takes seconds for some queries; parallel workers slow down other requests.
const ONE_PROCESS = `set_config('jit', 'off', false), set_config('max_parallel_workers_per_gather', '0', false)`

/** Not connection parameters, which poolers and managed PostgreSQL may refuse. */
export const limitConnection = (limits: Limits): string =>
  `${settingOf(limits, 'connection')}, ${ONE_PROCESS}, ${DEAD_CLIENT_DETECTION}`

export const SETTINGS = {
  moreTime: settingOf(MORE_TIME, 'transaction'),
  noLimits: limitConnection(NO_LIMITS),
}

const patienceWith = ({ statement }: Limits) => (statement === 0 ? Infinity : statement + GRACE)
export const ORDINARY_PATIENCE = patienceWith(ORDINARY)
const PATIENCE_AFTER = new Map([
  [SETTINGS.moreTime, patienceWith(MORE_TIME)],
  [SETTINGS.noLimits, patienceWith(NO_LIMITS)],
  ['commit', ORDINARY_PATIENCE],
  ['rollback', ORDINARY_PATIENCE],
])

// The statement may select more.
const MORE_TIME_AND = `${SETTINGS.moreTime},`

export const patienceAfter = (text: string): number | undefined =>
  PATIENCE_AFTER.get(text.startsWith(MORE_TIME_AND) ? SETTINGS.moreTime : text)
