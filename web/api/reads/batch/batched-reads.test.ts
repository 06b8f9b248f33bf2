import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { listEventDates } from '../../../../contract/event-date.ts'
import { getMyInfo } from '../../../../contract/member.ts'
import { getSchedule } from '../../../../contract/schedule.ts'
import { listMyWaitlist } from '../../../../contract/waitlist.ts'
import { answeredTags } from '../../client.ts'
import { queryClient, stopReading } from '../use-read.ts'
import { readAhead, readTogether } from './batched-reads.ts'

const DAYS = [{ id: 1, date: '2026-11-20' }]
const WAITS = { max_entries: 0, entries: [] }
const DAYS_PART = { etag: '"days-identity"', answer: DAYS }

let answers: Record<string, unknown>
const unknown = new Set<string>()
const asked = vi.fn<(address: string) => void>()

beforeEach(() => {
  vi.useFakeTimers()
  asked.mockReset()
  answeredTags.clear()
  queryClient.clear()
  unknown.clear()
  answers = {}
  vi.stubGlobal('fetch', (address: string) => {
    asked(address)
    const answer = answers[address]
    const status = unknown.has(address) ? 404 : answer === undefined ? 500 : 200
    const headers = { 'content-type': 'application/json', etag: '"own-identity"' }
    return Promise.resolve(new Response(JSON.stringify(answer ?? {}), { status, headers }))
  })
  vi.stubGlobal('sessionStorage', {
    getItem: (name: string) => (name === 'user_id' ? '7' : null),
    setItem: () => {},
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const addresses = () => asked.mock.calls.map(([address]) => address)
const BOTH = '/api/user/batch/?of=event-dates%2Cwaitlist'

/** Lets what is gathered leave and be answered. */
const pass = () => vi.advanceTimersByTimeAsync(10)

test('what is read in one moment is one request, and each reader gets its own answer and tag', async () => {
  answers[BOTH] = { 'event-dates': DAYS_PART, waitlist: { etag: '"waits-identity"', answer: WAITS } }
  const waits = readTogether(listMyWaitlist, {})
  await vi.advanceTimersByTimeAsync(2)
  const days = readTogether(listEventDates, {})
  await pass()
  expect([await days, await waits]).toEqual([DAYS, WAITS])
  expect(addresses()).toEqual([BOTH])
  expect(answeredTags.get(listEventDates.path)).toBe('"days-identity"')
  expect(answeredTags.get(listMyWaitlist.path)).toBe('"waits-identity"')
})

test('what is read alone, later, or with an input of its own has its own request', async () => {
  const schedule = '/api/user/schedule/?date=2026-11-20'
  Object.assign(answers, { [listEventDates.path]: DAYS, [listMyWaitlist.path]: WAITS, [schedule]: {} })
  const reads = [
    readTogether(listEventDates, {}),
    readTogether(getSchedule, { query: { date: '2026-11-20' } }),
  ]
  await pass()
  reads.push(readTogether(listMyWaitlist, {}))
  await pass()
  expect(await Promise.all(reads)).toEqual([DAYS, {}, WAITS])
  expect(addresses().toSorted()).toEqual([listEventDates.path, schedule, listMyWaitlist.path].toSorted())
  expect(answeredTags.get(listEventDates.path)).toBe('"own-identity"')
})

test('what the service leaves out is asked for by itself', async () => {
  Object.assign(answers, { [BOTH]: { 'event-dates': DAYS_PART }, [listMyWaitlist.path]: WAITS })
  const reads = [readTogether(listMyWaitlist, {}), readTogether(listEventDates, {})]
  await pass()
  expect(await Promise.all(reads)).toEqual([WAITS, DAYS])
  expect(addresses()).toEqual([BOTH, listMyWaitlist.path])
})

test('what later parts will read comes with what the screen reads, and is there for them', async () => {
  answers[BOTH] = { 'event-dates': DAYS_PART, waitlist: { etag: '"waits-identity"', answer: WAITS } }
  const days = readTogether(listEventDates, {})
  readAhead('waitlist')
  await pass()
  expect(await days).toEqual(DAYS)
  expect(queryClient.getQueryData([listMyWaitlist.path, {}])).toEqual(WAITS)
  readAhead('waitlist')
  await pass()
  expect(addresses()).toEqual([BOTH])
})

test('where the service knows no batches, each is asked for by itself', async () => {
  unknown.add(BOTH)
  Object.assign(answers, { [listEventDates.path]: DAYS, [listMyWaitlist.path]: WAITS })
  const reads = [readTogether(listMyWaitlist, {}), readTogether(listEventDates, {})]
  await pass()
  expect(await Promise.all(reads)).toEqual([WAITS, DAYS])
})

test('a batch that is refused fails for all who wait for it, and the next one is another', async () => {
  const reads = [readTogether(listMyWaitlist, {}), readTogether(listEventDates, {})]
  const failed = Promise.allSettled(reads)
  await pass()
  expect((await failed).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  answers[BOTH] = { 'event-dates': DAYS_PART, waitlist: { etag: '"waits-identity"', answer: WAITS } }
  const again = Promise.all([readTogether(listMyWaitlist, {}), readTogether(listEventDates, {})])
  await pass()
  expect(await again).toEqual([WAITS, DAYS])
})

test('who signs out meanwhile asks for nothing more', async () => {
  let answered = 0
  for (const endpoint of [getMyInfo, listMyWaitlist, listEventDates])
    void readTogether(endpoint, {}).finally(() => (answered += 1))
  stopReading()
  await pass()
  expect(addresses()).toEqual([])
  expect(answered).toBe(0)
})
