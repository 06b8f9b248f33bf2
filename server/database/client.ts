import { createHash } from 'node:crypto'
import pg from 'pg'
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

type Callback = (error: unknown, result: unknown) => void

/**
 * A client that names the statements it sends, so that PostgreSQL plans each of them once a connection, and knows since
 * when an answer is owed. A failure of the connection itself is thrown as `DatabaseAway`.
 */
export class WatchedClient extends pg.Client implements Watched {
  owed = 0
  patience = ORDINARY_PATIENCE
  #waiting = 0
  #isLost = false

  constructor(config?: pg.ClientConfig) {
    super(config)
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
    const isNameable = typeof text === 'string' && Array.isArray(values) && values.length > 0
    const sent = isNameable ? [{ text, values, name: statementName(text) }, ...rest] : args
    return this.#send(sent, afterwards) as never
  }

  #send(args: unknown[], patience?: number): unknown {
    const send = (...given: unknown[]) => (super.query as (...all: unknown[]) => unknown).apply(this, given)
    this.#waiting += 1
    const answered = () => {
      this.#waiting -= 1
      this.owed = 0
      this.patience = patience ?? this.patience
    }
    const callback = args.at(-1)
    if (typeof callback === 'function')
      return send(...args.slice(0, -1), ((error, result) => {
        answered()
        ;(callback as Callback)(error && this.#readable(error), result)
      }) satisfies Callback)
    return (send(...args) as Promise<unknown>).then(
      (result) => {
        answered()
        return result
      },
      (error: unknown) => {
        answered()
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
