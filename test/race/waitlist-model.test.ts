import { afterAll, beforeAll, expect, test } from 'vitest'
import { changeSettings, getSettings } from '../../contract/admin/settings.ts'
import { changeWaitlistSettings } from '../../contract/admin/waitlist.ts'
import { login } from '../../contract/login.ts'
import { startTestApp, TODAY, type TestApp } from '../app.ts'
import { makeAdmin, makeEventDate, makeVisitor } from '../make.ts'
import {
  HOURS,
  makeWorld,
  MAX_ENTRIES,
  MAX_RESERVATIONS,
  minutesOf,
  STEPS,
  type Sides,
} from './waitlist-world.ts'

const SEEDS = 20
const AT_ONCE = 5

const servers: TestApp[] = []
let sides: Sides
beforeAll(async () => {
  const first = await startTestApp()
  const database = { connectionString: first.connectionString, drop: async () => {} }
  servers.push(first, await startTestApp({ database }))
  const [one, other] = [await makeAdmin(servers[0]!), await makeAdmin(servers[1]!)]
  const admins = [one.browser, other.browser]
  sides = {
    db: first.db,
    pool: first.pool,
    day: await makeEventDate(first.db),
    admins,
    async makeVisitor(tier) {
      const { member, browser } = await makeVisitor(first, tier)
      const second = servers[1]!.client()
      await second.ok(login, { body: { phone: member.phone, name: member.name } })
      return { member, browsers: [browser, second] }
    },
  }
  const settings = await one.browser.ok(getSettings, {})
  await one.browser.ok(changeSettings, { body: { ...settings, max_reservations: MAX_RESERVATIONS } })
  await one.browser.ok(changeWaitlistSettings, { body: { max_waitlist_entries: MAX_ENTRIES } })
})
afterAll(async () => {
  for (const server of servers.toReversed()) await server.stop()
})

test(`in ${SEEDS} runs whoever must have a time has it, by the rules as a hand would write them`, async () => {
  let served = 0
  for (let seed = 1; seed <= SEEDS; seed += AT_ONCE) {
    for (const server of servers) server.setClock(TODAY, HOURS[0])
    const worlds = await Promise.all(Array.from({ length: AT_ONCE }, (_, n) => makeWorld(seed + n, sides)))
    for (const time of HOURS) {
      for (const server of servers) server.setClock(TODAY, time)
      await Promise.all(
        worlds.map(async (world) => {
          world.model.now = minutesOf(time)
          for (let n = 0; n < STEPS; n += 1) await world.step()
        }),
      )
    }
    for (const { model } of worlds)
      served += model.entries.filter(({ outcome }) => outcome === 'served').length
  }
  expect(served).toBeGreaterThan(SEEDS)
}, 300_000)
