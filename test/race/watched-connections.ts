import type pg from 'pg'
import { afterEach, beforeAll } from 'vitest'
import type { useTestApp } from '../fixture.ts'

/** Counts deadlocks. A control sets `naively`, which removes a lock from a statement until the test ends. */
export function useWatchedConnections(app: ReturnType<typeof useTestApp>) {
  const asWritten = (statement: string) => statement
  const watched = { deadlocks: 0, naively: asWritten }
  const watch = (client: pg.PoolClient) => {
    const send = client.query.bind(client) as (...args: unknown[]) => Promise<unknown>
    const query = async (text: unknown, ...rest: unknown[]) => {
      try {
        return await send(typeof text === 'string' ? watched.naively(text) : text, ...rest)
      } catch (error) {
        if ((error as { code?: string }).code === '40P01') watched.deadlocks += 1
        throw error
      }
    }
    client.query = query as typeof client.query
    // Speeds up the controls; only a superuser may set it, otherwise they take a second each.
    send(`set deadlock_timeout = '50ms'`).catch(() => {})
  }
  // Before the first connection, so that it covers all of them.
  beforeAll(() => void app.pool.on('connect', watch))
  afterEach(() => {
    watched.naively = asWritten
  })
  return watched
}
