import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'

export type TestDatabase = { connectionString: string; drop(): Promise<void> }

/** Migrated and empty. Needs a vitest project with test/postgres.ts. */
export const createTestDatabase = (): Promise<TestDatabase> => createDatabase(inject('postgres').template)

export const createBareDatabase = (): Promise<TestDatabase> => createDatabase('template1')

/** Copying files is twice as fast as logging them, because nothing is synced here. */
async function createDatabase(template: string): Promise<TestDatabase> {
  const { url } = inject('postgres')
  const name = `test_${randomBytes(6).toString('hex')}`
  await withClient(url, (client) =>
    client.query(`create database ${name} template ${template} strategy file_copy`),
  )
  return {
    connectionString: databaseUrl(url, name),
    drop: () => withClient(url, (client) => client.query(`drop database ${name} with (force)`)),
  }
}

export function databaseUrl(server: string, name: string): string {
  const url = new URL(server)
  url.pathname = `/${name}`
  return url.href
}

export async function withClient(connectionString: string, use: (client: pg.Client) => Promise<unknown>) {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    await use(client)
  } finally {
    await client.end()
  }
}
