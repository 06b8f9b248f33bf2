import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, TODAY, type TestApp } from '../app.ts'
import { HOURS, makeSides, makeWorld, minutesOf, STEPS, type Sides } from './waitlist-world.ts'

const SEEDS = 20
const AT_ONCE = 5

const servers: TestApp[] = []
let sides: Sides
beforeAll(async () => {
  const first = await startTestApp()
  const database = { connectionString: first.connectionString, drop: async () => {} }
  servers.push(first, await startTestApp({ database }))
  sides = await makeSides(first.pool, first, servers[1]!)
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
