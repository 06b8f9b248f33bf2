import { EventEmitter } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { setImmediate } from 'node:timers/promises'
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { ADMISSION, makeAdmission } from './admission.ts'
import { makeTraffic } from './traffic.ts'

const POLL = { method: 'GET', url: '/api/user/schedule/', headers: {} } as IncomingMessage
const AT_ONCE = 32
const ROUNDS = 100
/** The bytes that each response holds. */
const HELD = 4_000

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as (options?: { type: 'minor' }) => void

const oldBytes = () =>
  getHeapSpaceStatistics().find(({ space_name }) => space_name === 'old_space')!.space_used_size

const makeResponse = () =>
  Object.assign(new EventEmitter(), {
    held: Array.from({ length: HELD / 8 }, Math.random),
  }) as unknown as ServerResponse

test('of polls that were answered nothing is left for a whole collection', async () => {
  const admission = makeAdmission(ADMISSION, {
    lateBy: () => 0,
    busyShare: () => 0,
    pauseMs: 0,
    traffic: makeTraffic(),
  })
  let begun = 0
  const poll = async () => {
    const responses = Array.from({ length: AT_ONCE }, makeResponse)
    for (const response of responses) admission.admit(POLL, response, () => (begun += 1))
    while (admission.isBusy) await setImmediate()
    collect({ type: 'minor' })
    for (const response of responses) response.emit('close')
  }
  for (let round = 0; round < 10; round += 1) await poll()
  collect()
  const before = oldBytes()
  for (let round = 0; round < ROUNDS; round += 1) await poll()
  collect({ type: 'minor' })

  expect(begun).toBe((ROUNDS + 10) * AT_ONCE)
  expect(oldBytes() - before).toBeLessThan((ROUNDS * AT_ONCE * HELD) / 4)
})
