/**
 * How long one statement, one wait for a lock and one pause within a transaction may take, in milliseconds. PostgreSQL
 * ends what takes longer. 0 is without a limit.
 */
export type Limits = { statement: number; lock: number; pause: number }

/** Of everything that visitors do, and of every read. */
export const ORDINARY: Limits = { statement: 5_000, lock: 3_000, pause: 10_000 }

/** Of what may reach thousands of rows and mails: administrators' writes, files, the start. */
const MORE_TIME: Limits = { statement: 60_000, lock: 10_000, pause: 30_000 }

/** Of migrations, which wait for those of other servers. */
const NO_LIMITS: Limits = { statement: 0, lock: 0, pause: 0 }

/** For a free connection, and for a new one to be opened. */
export const CONNECT_MS = 1_500

/** Beyond the limit of a statement: then it is not PostgreSQL that is slow, but the connection that is dead. */
const GRACE = 2_000

/** The statement that sets limits for one transaction, or for the rest of the connection. */
const settingOf = ({ statement, lock, pause }: Limits, scope: 'transaction' | 'connection') =>
  `select ${Object.entries({
    statement_timeout: statement,
    lock_timeout: lock,
    idle_in_transaction_session_timeout: pause,
  })
    .map(([name, ms]) => `set_config('${name}', '${ms}', ${scope === 'transaction'})`)
    .join(', ')}`

// Without them PostgreSQL keeps for two hours what a machine had locked that has lost its power or its network.
const LOSS_OF_A_MACHINE = `set_config('tcp_keepalives_idle', '10', false),
  set_config('tcp_keepalives_interval', '5', false), set_config('tcp_keepalives_count', '3', false)`

// PostgreSQL 15 compiles a query of the audit log for seconds that runs in milliseconds. And processes that help with a
// statement take their time from everybody else's: a screen sends as many statements at once as there are processors.
const ALONE = `set_config('jit', 'off', false), set_config('max_parallel_workers_per_gather', '0', false)`

/**
 * Sets the limits of a connection. A statement and not parameters of the connection: a pooler or a managed PostgreSQL
 * may refuse those that it does not know.
 */
export const limitConnection = (limits: Limits): string =>
  `${settingOf(limits, 'connection')}, ${ALONE}, ${LOSS_OF_A_MACHINE}`

export const SETTINGS = {
  moreTime: settingOf(MORE_TIME, 'transaction'),
  noLimits: limitConnection(NO_LIMITS),
}

const patienceWith = ({ statement }: Limits) => (statement === 0 ? Infinity : statement + GRACE)
/** How long the answer to a statement of ordinary limits is waited for. */
export const ORDINARY_PATIENCE = patienceWith(ORDINARY)
const PATIENCE_AFTER = new Map([
  [SETTINGS.moreTime, patienceWith(MORE_TIME)],
  [SETTINGS.noLimits, patienceWith(NO_LIMITS)],
  ['commit', ORDINARY_PATIENCE],
  ['rollback', ORDINARY_PATIENCE],
])

// It may say what else it selects.
const MORE_TIME_AND = `${SETTINGS.moreTime},`

/** How long an answer may be waited for, once this statement was sent; undefined when it changes nothing of that. */
export const patienceAfter = (text: string): number | undefined =>
  PATIENCE_AFTER.get(text.startsWith(MORE_TIME_AND) ? SETTINGS.moreTime : text)
