import type pg from 'pg'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { startTestApp, TODAY, type Client, type TestApp } from './app.ts'
import { makeAdmin, makeEventDate, makeVisitor } from './make.ts'

type Options = Parameters<typeof startTestApp>[0] & { clock?: readonly [date: string, time: string] }

/**
 * One server for all tests of a file or `describe`. Each test begins at `clock`: 08:00 of TODAY by default.
 */
export function useTestApp({ clock = [TODAY, '08:00'], ...options }: Options = {}): TestApp {
  const app = shared(() => startTestApp(options))
  beforeAll(() => app.setClock(...clock))
  beforeEach(() => app.setClock(...clock))
  afterAll(() => app.stop())
  return app
}

export const useAdmin = (app: TestApp, name?: string): Client =>
  shared(async () => (await makeAdmin(app, name)).browser)

export const useVisitor = (app: TestApp): Client => shared(async () => (await makeVisitor(app)).browser)

export const useEventDate = (app: TestApp, date?: string) => shared(() => makeEventDate(app.db, date))

/** Counts statements on all connections. Excludes notifications, which follow milliseconds later. */
export function useStatementCount(app: TestApp): { statements: number } {
  const sent = { statements: 0 }
  const count = (client: pg.PoolClient) => {
    const send = client.query.bind(client) as (...args: unknown[]) => unknown
    const query = (...args: unknown[]) => {
      if (!String(args[0]).includes('pg_notify')) sent.statements += 1
      return send(...args)
    }
    client.query = query as typeof client.query
  }
  beforeAll(() => void app.pool.on('connect', count))
  return sent
}

/** Filled before the first test; until then it may be passed on, but not read. */
function shared<Made extends object>(make: () => Promise<Made>): Made {
  const made = {} as Made
  beforeAll(async () => {
    Object.assign(made, await make())
  })
  return made
}
