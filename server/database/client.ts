import { createHash } from 'node:crypto'
import pg from 'pg'
import { ALONG } from './transaction.ts'
import { DatabaseAway } from './failures.ts'
import type { Watched } from './hang-watch.ts'
import { ORDINARY_PATIENCE, patienceAfter } from './limits.ts'

const MAX_NAMED = 500
const names = new Map<string, string>()

function statementName(text: string): string | undefined {
  const known = names.get(text)
  if (known !== undefined || names.size >= MAX_NAMED) return known
  const name = createHash('sha256').update(text).digest('base64url').slice(0, 24)
  names.set(text, name)
  return name
}

const BEGINNING = /^(begin$|start transaction )/

const NO_ANSWER = { command: null, rowCount: null, rows: [] }
const ANSWERED = Promise.resolve()

/**
 * Prepares statements by name. `begin` and statements marked with `ALONG` are sent with the next one, which
 * throws their failures.
 */
export class WatchedClient extends pg.Client implements Watched {
  owed = 0
  hasAnswered = false
  patience = ORDINARY_PATIENCE
  server: string | undefined
  /** Follows each `begin`. Set if every transaction may have another session, which knows no statement by name. */
  limits: string | undefined
  #waiting = 0
  #isLost = false
  /** Results of statements sent ahead. */
  #ahead: Promise<unknown> = ANSWERED

  constructor(config?: pg.ClientConfig) {
    super({ ...config, pipeline: true })
    // The waiting query throws the failure; an unhandled event would end the process.
    this.on('error', () => {
      this.#isLost = true
    })
  }

  isWaiting = () => this.#waiting > 0

  abandon(error: Error) {
    this.connection.stream.destroy(error)
  }

  // pg declares a dozen overloads; Kysely and the pool send only text and values, and await.
  override query(...args: unknown[]): never {
    const [text, values, ...rest] = args
    const patience = typeof text === 'string' ? patienceAfter(text) : undefined
    // The commit of long work may take long.
    const afterwards = text === 'commit' || text === 'rollback' ? patience : undefined
    if (afterwards === undefined) this.patience = patience ?? this.patience
    const isNameable = !this.limits && typeof text === 'string' && Array.isArray(values) && values.length > 0
    const isBeginning = BEGINNING.test(String(text))
    const begun = isBeginning && this.limits ? [`${String(text)}; ${this.limits}`] : args
    const sent = isNameable ? [{ text, values, name: statementName(text) }, ...rest] : begun
    const isAhead = isBeginning || String(text).endsWith(ALONG)
    return (
      isAhead ? this.#sendAhead(sent, isBeginning) : this.#send(sent, afterwards, text === 'rollback')
    ) as never
  }

  /** If `begin` fails, the connection is abandoned, so that the next statement fails too. */
  async #sendAhead(args: unknown[], isBeginning: boolean) {
    const { stream } = this.connection
    stream.cork()
    const answer = this.#send(args)
    this.#ahead = answer
    answer.catch((error: Error) => isBeginning && this.abandon(error))
    process.nextTick(() => stream.uncork())
    return NO_ANSWER
  }

  #send(args: unknown[], patience?: number, undoesAll = false): Promise<unknown> {
    const send = (...given: unknown[]) =>
      (super.query as (...all: unknown[]) => Promise<unknown>).apply(this, given)
    const ahead = undoesAll ? ANSWERED : this.#ahead
    this.#ahead = ANSWERED
    this.#waiting += 1
    const answered = (error?: unknown) => {
      this.#waiting -= 1
      this.owed = 0
      this.hasAnswered ||= !error || error instanceof pg.DatabaseError
      this.patience = patience ?? this.patience
    }
    return send(...args).then(
      (result) => {
        answered()
        return ahead.then(() => result)
      },
      async (error: unknown) => {
        answered(error)
        // Throw the first failure, which caused the others.
        await ahead
        throw this.#readable(error)
      },
    )
  }

  #readable(error: unknown) {
    if (error instanceof DatabaseAway || error instanceof pg.DatabaseError) return error
    return this.#isLost ? new DatabaseAway(error) : error
  }
}
