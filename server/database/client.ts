import { createHash } from 'node:crypto'
import pg from 'pg'
import { ALONG } from './along.ts'
import { DatabaseAway } from './failures.ts'
import type { Watched } from './hang-watch.ts'
import { ORDINARY_PATIENCE, patienceAfter } from './limits.ts'
import { PLAN_EACH_TIME } from './plan-each-time.ts'

const MAX_NAMED = 500
const names = new Map<string, string>()

function statementName(text: string): string | undefined {
  const known = names.get(text)
  if (known !== undefined || names.size >= MAX_NAMED) return known
  const name = createHash('sha256').update(text).digest('base64url').slice(0, 24)
  names.set(text, name)
  return name
}

/** How Kysely begins a transaction, plainly or of another isolation. */
const BEGINNING = /^(begin$|start transaction )/

const NO_ANSWER = { command: null, rowCount: null, rows: [] }
const ANSWERED = Promise.resolve()

type Callback = (error: unknown, result: unknown) => void

/**
 * A client that names the statements it sends, so that PostgreSQL plans most of them once a connection, and knows since
 * when an answer is owed. A failure of the connection itself is thrown as `DatabaseAway`. The beginning of a transaction and
 * statements that go `ALONG` are answered at once and travel with the next one, which throws their failures.
 */
export class WatchedClient extends pg.Client implements Watched {
  owed = 0
  hasAnswered = false
  patience = ORDINARY_PATIENCE
  #waiting = 0
  #isLost = false
  /** The answers to what was sent ahead, which nobody has seen. */
  #ahead: Promise<unknown> = ANSWERED

  constructor(config?: pg.ClientConfig) {
    // Statements that are known to follow are sent behind each other, without waiting for answers in between.
    super({ ...config, pipeline: true })
    // The failure is told to the query that waits; unheard here it would end the process as well.
    this.on('error', () => {
      this.#isLost = true
    })
  }

  isWaiting = () => this.#waiting > 0

  abandon(error: Error) {
    this.connection.stream.destroy(error)
  }

  // pg declares a dozen overloads; only the shape that Kysely sends, text and values, is given a name.
  override query(...args: unknown[]): never {
    const [text, values, ...rest] = args
    const patience = typeof text === 'string' ? patienceAfter(text) : undefined
    // The end of long work may take long itself.
    const afterwards = text === 'commit' || text === 'rollback' ? patience : undefined
    if (afterwards === undefined) this.patience = patience ?? this.patience
    const isNameable =
      typeof text === 'string' && !text.endsWith(PLAN_EACH_TIME) && Array.isArray(values) && values.length > 0
    const sent = isNameable ? [{ text, values, name: statementName(text) }, ...rest] : args
    const isBeginning = BEGINNING.test(String(text))
    const isAhead = isBeginning || String(text).endsWith(ALONG)
    return (
      isAhead ? this.#sendAhead(sent, isBeginning) : this.#send(sent, afterwards, text === 'rollback')
    ) as never
  }

  /**
   * Sends what nobody waits for, in one go with what follows at once. A beginning that fails, which none does while there is
   * a connection, takes the connection along, and the first statement fails with it.
   */
  async #sendAhead(args: unknown[], isBeginning: boolean) {
    const { stream } = this.connection
    stream.cork()
    const answer = this.#send(args) as Promise<unknown>
    this.#ahead = answer
    answer.catch((error: Error) => isBeginning && this.abandon(error))
    process.nextTick(() => stream.uncork())
    return NO_ANSWER
  }

  #send(args: unknown[], patience?: number, undoesAll = false): unknown {
    const send = (...given: unknown[]) => (super.query as (...all: unknown[]) => unknown).apply(this, given)
    const ahead = undoesAll ? ANSWERED : this.#ahead
    this.#ahead = ANSWERED
    this.#waiting += 1
    const answered = (error?: unknown) => {
      this.#waiting -= 1
      this.owed = 0
      this.hasAnswered ||= !error || error instanceof pg.DatabaseError
      this.patience = patience ?? this.patience
    }
    const callback = args.at(-1)
    if (typeof callback === 'function')
      return send(...args.slice(0, -1), ((error, result) => {
        answered(error)
        ;(callback as Callback)(error && this.#readable(error), result)
      }) satisfies Callback)
    return (send(...args) as Promise<unknown>).then(
      (result) => {
        answered()
        return ahead.then(() => result)
      },
      async (error: unknown) => {
        answered(error)
        // The first failure is why the others fail.
        await ahead
        throw this.#readable(error)
      },
    )
  }

  /** A lost connection by its name; PostgreSQL's own words and our own mistakes stay as they are. */
  #readable(error: unknown) {
    if (error instanceof DatabaseAway || error instanceof pg.DatabaseError) return error
    return this.#isLost ? new DatabaseAway(error) : error
  }
}
