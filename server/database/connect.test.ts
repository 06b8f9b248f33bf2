import { expect, test } from 'vitest'
import { listMyReservations } from '../../contract/reservation.ts'
import { startTestApp } from '../../test/app.ts'
import { makeVisitor } from '../../test/make.ts'
import { withClient } from '../../test/test-database.ts'

test('a database that restarts in the middle of requests costs some of them an answer, and the server nothing', async () => {
  const app = await startTestApp()
  const { browser } = await makeVisitor(app)
  const ask = async () => (await browser.send(listMyReservations, {})).statusCode
  const asking = Array.from({ length: 200 }, ask)
  await withClient(app.connectionString, (client) =>
    client.query(`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`),
  )
  const answers = await Promise.all(asking)
  expect(answers.filter((status) => status !== 200 && status !== 503)).toEqual([])
  await expect.poll(ask).toBe(200)
  await app.stop()
})
