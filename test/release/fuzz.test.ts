import { randomInt } from 'node:crypto'
import { expect, test } from 'vitest'
import { playSeason } from '../fuzz/fuzz.ts'

const MS = Number(process.env['FUZZ_SECONDS'] ?? 180) * 1_000
const FIRST = Number(process.env['FUZZ_SEED'] ?? randomInt(1_000_000))
const ROUNDS = 12
/** A season on a busy machine. */
const LAST_MS = 300_000
/** An operation that always refuses has hardly been tried. */
const LEAST_SUCCEEDED = 0.75

/** FUZZ_SECONDS=1 with the seed of a fault plays it again. */
test(
  'no call of any caller is answered with a failure of ours or with what the API document does not declare',
  async () => {
    const begun = performance.now()
    const faults = new Map<string, string>()
    const succeeded = new Set<string>()
    const operations = new Set<string>()
    let [seed, calls] = [FIRST, 0]
    do {
      const season = await playSeason(seed, ROUNDS)
      calls += season.calls
      for (const [fault, said] of season.faults) faults.set(fault, faults.get(fault) ?? said)
      for (const { operationId } of season.operations) operations.add(operationId)
      for (const operationId of season.succeeded.keys()) succeeded.add(operationId)
      seed += 1
    } while (performance.now() - begun < MS)
    const refused = [...operations].filter((operationId) => !succeeded.has(operationId))
    console.log(
      `Fuzzed ${calls} calls with the seeds ${FIRST} to ${seed - 1}; always refused: ${refused.join(', ')}`,
    )
    expect([...faults]).toEqual([])
    expect(succeeded.size / operations.size).toBeGreaterThan(LEAST_SUCCEEDED)
  },
  MS + LAST_MS,
)
