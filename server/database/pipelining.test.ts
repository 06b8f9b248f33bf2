import type { Socket } from 'node:net'
import { sql } from 'kysely'
import type pg from 'pg'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { createBareDatabase } from '../../test/test-database.ts'
import { sendAlong } from './transaction.ts'
import { makeDb, makePool } from './connect.ts'

let pool: pg.Pool
let db: ReturnType<typeof makeDb>
let writes = 0

beforeAll(async () => {
  const database = await createBareDatabase()
  pool = makePool({ connectionString: database.connectionString, max: 1 }, () => {})
  pool.on('connect', (client) =>
    countWrites((client as unknown as { connection: { stream: Socket } }).connection.stream),
  )
  db = makeDb(pool)
  await pool.query('create table notes (text text primary key)')
  return async () => {
    await pool.end()
    await database.drop()
  }
})
beforeEach(() => pool.query('delete from notes'))

/** Counts how often something leaves for the database. */
function countWrites(stream: Socket) {
  for (const way of ['_write', '_writev'] as const) {
    const write = stream[way]!.bind(stream) as (...args: unknown[]) => void
    stream[way] = (...args: unknown[]) => {
      writes += 1
      write(...args)
    }
  }
}

const note = (text: string) => sql`insert into notes (text) values (${text})`
const notes = async () => (await pool.query<{ text: string }>('select text from notes order by text')).rows

test('a statement sent along is written when its transaction commits', async () => {
  await db.transaction().execute(async (tx) => {
    await note('a').execute(tx)
    await sendAlong(tx, note('b'))
    await sendAlong(tx, note('c'))
  })
  expect(await notes()).toEqual([{ text: 'a' }, { text: 'b' }, { text: 'c' }])
})

test('a transaction begins with its first statement, and ends with the last, without a way of its own', async () => {
  await notes()
  writes = 0
  await db.transaction().execute(async (tx) => {
    await note('a').execute(tx)
    await sendAlong(tx, note('b'))
    await sendAlong(tx, note('c'))
  })
  expect(writes).toBe(2)
})

test('a failure of a statement sent along undoes everything, and the caller gets it', async () => {
  const failing = (then: (tx: Parameters<typeof sendAlong>[0]) => Promise<unknown>) =>
    db.transaction().execute(async (tx) => {
      await note('a').execute(tx)
      await sendAlong(tx, note('a'))
      await then(tx)
    })
  // 23505 is PostgreSQL's unique_violation; 25P02 would be that of the statements after it.
  await expect(failing(async () => {})).rejects.toMatchObject({ code: '23505' })
  await expect(failing((tx) => note('b').execute(tx))).rejects.toMatchObject({ code: '23505' })
  await expect(failing((tx) => sendAlong(tx, note('b')))).rejects.toMatchObject({ code: '23505' })
  expect(await notes()).toEqual([])
})

test('a failure that its caller did not await reaches no other transaction', async () => {
  const given = db.transaction().execute(async (tx) => {
    await note('a').execute(tx)
    await sendAlong(tx, note('a'))
    throw new Error('changed my mind')
  })
  await expect(given).rejects.toThrow('changed my mind')
  await db.transaction().execute((tx) => note('b').execute(tx))
  expect(await notes()).toEqual([{ text: 'b' }])
})
