import { once } from 'node:events'
import { connect, createServer, type AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { createBareDatabase, databaseUrl, withClient, type TestDatabase } from '../test/test-database.ts'
import { readableFailure } from './database/readable-failure.ts'
import { readEnv } from './env.ts'
import { openDatabase } from './open-database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createBareDatabase()
  return () => database.drop()
})

/** The line that a start with these addresses ends with, or undefined if it would go on. */
async function failureOf(DATABASE_URL: string, DATABASE_LISTEN_URL?: string) {
  try {
    await openDatabase(readEnv({ DATABASE_URL, DATABASE_LISTEN_URL }), () => {})
    return undefined
  } catch (error) {
    return readableFailure(error)
  }
}

test('a database that is not UTF8 is refused in one line, which names the command for another', async () => {
  const { url } = inject('postgres')
  const create = `create database not_utf8 encoding 'SQL_ASCII' locale_provider libc locale 'C' template template0`
  await withClient(url, (client) => client.query(create))
  try {
    expect(await failureOf(databaseUrl(url, 'not_utf8'))).toMatch(
      /^DATABASE_URL: .*SQL_ASCII.*createdb --encoding=UTF8 .*--template=template0/,
    )
  } finally {
    await withClient(url, (client) => client.query('drop database not_utf8'))
  }
})

/** Passes everything on but notifications, as a pooler in transaction mode does. */
const withoutNotifications = createServer((client) => {
  const { searchParams } = new URL(database.connectionString)
  const server = connect(`${searchParams.get('host')}/.s.PGSQL.${searchParams.get('port')}`)
  client.pipe(server)
  let waiting = Buffer.alloc(0)
  server.on('data', (chunk: Buffer) => {
    waiting = Buffer.concat([waiting, chunk])
    while (waiting.length >= 5 && waiting.length > waiting.readUInt32BE(1)) {
      const end = waiting.readUInt32BE(1) + 1
      if (waiting[0] !== 'A'.charCodeAt(0)) client.write(waiting.subarray(0, end))
      waiting = waiting.subarray(end)
    }
  })
  client.on('error', () => {}).on('close', () => server.destroy())
  server.on('error', () => {}).on('close', () => client.destroy())
}).listen(0, '127.0.0.1')
afterAll(() => withoutNotifications.close())

async function poolerUrl() {
  if (!withoutNotifications.listening) await once(withoutNotifications, 'listening')
  const { port } = withoutNotifications.address() as AddressInfo
  return `postgres://fairslot@127.0.0.1:${port}${new URL(database.connectionString).pathname}`
}

test('a pooler that passes no notifications on is refused, unless the database itself is named too', async () => {
  const pooler = await poolerUrl()
  expect(await failureOf(pooler)).toMatch(/^DATABASE_URL leads to a pooler .*set DATABASE_LISTEN_URL/)
  expect(await failureOf(pooler, pooler)).toMatch(/^DATABASE_LISTEN_URL must lead to the database/)
  expect(await failureOf(pooler, database.connectionString)).toBeUndefined()
})

test('an address for changes that leads elsewhere is refused', async () => {
  const other = await createBareDatabase()
  try {
    expect(await failureOf(database.connectionString, other.connectionString)).toMatch(
      /^DATABASE_LISTEN_URL must lead to the database of DATABASE_URL/,
    )
    expect(await failureOf(database.connectionString, 'postgres://127.0.0.1:1/fairslot')).toBe(
      'DATABASE_LISTEN_URL: nothing answers at that address. Does PostgreSQL run there?',
    )
  } finally {
    await other.drop()
  }
})
