import { randomInt } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { reportOf } from '../../torture/report.ts'
import { openTorture } from '../../torture/run.ts'

// Its plan cuts connections and kills a server within the first second.
const FIXED_SEED = 59
const SECONDS = 1
// A slow machine needs more of them for as many calls: with half as many, one once saw nobody arrive.
const MOST_SEEDS = 24
let torture: Awaited<ReturnType<typeof openTorture>>

beforeAll(async () => {
  torture = await openTorture({ faults: ['kill', 'backends'], processes: 2 })
})
afterAll(() => torture.close())

test('two servers that are killed and cut off from their database in the middle of everything keep every promise', async () => {
  const seed = randomInt(1_000_000)
  await torture.play(FIXED_SEED, SECONDS)
  await torture.play(seed, SECONDS)
  const verdict = await torture.judge()
  expect(verdict.violations, `seeds ${FIXED_SEED} and ${seed}\n${reportOf(verdict)}`).toEqual([])
  expect(verdict.calls.filter(({ outcome }) => outcome === 'ok').length).toBeGreaterThan(20)
  expect(verdict.faults.size).toBeGreaterThan(0)
  console.log(`Played seeds ${FIXED_SEED} and ${seed}: ${verdict.calls.length} calls`)
})

test('control: a database that forgets holders, mails, entries, versions, lines and arrivals is found out', async () => {
  await torture.weaken()
  const wanted = [
    'no slot has two live holders',
    'a live reservation holds its slots, and no others',
    'a change that owes a mail has one',
    'the audit log has what was done',
    'versions rise by one for each change',
    'a time that is free is nobody’s who waits for it',
    'what the service requests was waited for',
    'who has left a line is not served',
    'an arrival is of the moment that was answered last',
  ]
  let found = new Set<string>()
  for (let seed = 1; seed <= MOST_SEEDS && !wanted.every((law) => found.has(law)); seed += 1) {
    await torture.play(seed, SECONDS, true)
    found = new Set((await torture.judge()).violations.map(({ law }) => law))
  }
  expect([...found]).toEqual(expect.arrayContaining(wanted))
})
