import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { useTestApp } from '../../test/fixture.ts'
import { buildOnce } from './build-once.ts'

const app = useTestApp()

test('a statement that is built once is sent with the values of each time, each in all of its places', async () => {
  let builds = 0
  const ask = buildOnce((db, { word, times }: { word: string | null; times: number }) => {
    builds += 1
    return sql<{
      text: string | null
    }>`select repeat(${word}::text, ${times}::int) || ${'.'} || ${word}::text as text`.compile(db)
  })
  expect(await ask(app.db, { word: 'ab', times: 2 })).toEqual([{ text: 'abab.ab' }])
  expect(await ask(app.db, { word: 'c', times: 3 })).toEqual([{ text: 'ccc.c' }])
  // Named in another order, and nothing at all.
  expect(await ask(app.db, { times: 1, word: null })).toEqual([{ text: null }])
  expect(builds).toBe(1)
})

test('it belongs to the transaction that sends it', async () => {
  const rename = buildOnce((db, { name }: { name: string }) =>
    db.updateTable('settings').set({ event_name: name }).compile(),
  )
  const nameOf = async () =>
    (await app.db.selectFrom('settings').select('event_name').executeTakeFirstOrThrow()).event_name
  const before = await nameOf()
  const undone = app.db.transaction().execute(async (tx) => {
    await rename(tx, { name: 'Other' })
    throw new Error('undone')
  })
  await expect(undone).rejects.toThrow('undone')
  expect(await nameOf()).toBe(before)
})
