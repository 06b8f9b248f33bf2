import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { storeAnswer, readStoredAnswer } from '../api/reads/answer-storage.ts'
import { forgetMember, storedMember, storeMember } from '../api/session.ts'
import { sendLogout } from '../api/writes/pending-logout.ts'
import { readDraft, saveDraft } from '../ui/form/form.tsx'

/** A phone that holds so many characters. */
function storageOf(room: number): Storage {
  const kept: Record<string, string> = {}
  const methods = {
    getItem: (name: string) => kept[name] ?? null,
    removeItem: (name: string) => delete kept[name],
    setItem(name: string, text: string) {
      const others = Object.entries(kept).filter(([other]) => other !== name)
      const size = others.reduce((sum, [, each]) => sum + each.length, text.length)
      if (size > room) throw new DOMException('full', 'QuotaExceededError')
      kept[name] = text
    },
  }
  // Like a browser's: the stored names are its own keys.
  return new Proxy(kept, {
    get: (_, name) => (methods as Record<PropertyKey, unknown>)[name] ?? kept[String(name)],
  }) as unknown as Storage
}

const MEMBER = {
  id: 7,
  name: '박지민',
  email: 'a@example.com',
  phone: '010-2345-6789',
  company_name: '한빛전자',
  position: '과장',
  is_vip: true,
  is_vvip: false,
}

const DAYS = ['2026-11-20', '2026-11-21', '2026-11-22'].map(
  (date) => `["/api/user/schedule/",{"date":"${date}"}]`,
)
const MINE = '["/api/user/my-reservations/",{}]'

beforeEach(() => {
  vi.stubGlobal('sessionStorage', storageOf(900))
  vi.stubGlobal('localStorage', storageOf(900))
  storeMember(MEMBER)
})
afterEach(() => vi.unstubAllGlobals())

test('a member reads again what was last seen, and from when it is', () => {
  storeAnswer(MINE, { tours: [] }, 1_000)
  expect(readStoredAnswer(MINE)).toMatchObject({ data: { tours: [] }, at: 1_000 })
  expect(readStoredAnswer('["/api/user/rooms/",{}]')).toBeUndefined()
})

test('for nobody nothing is kept', () => {
  forgetMember()
  storeAnswer(MINE, { tours: [] }, 1_000)
  expect(Object.keys(sessionStorage)).toEqual([])
})

test('what another build kept is not read', () => {
  storeAnswer(MINE, { tours: [] }, 1_000)
  const name = `answer:${MINE}`
  sessionStorage.setItem(name, sessionStorage.getItem(name)!.replace(/"build":"[^"]*"/, '"build":"/old.js"'))
  expect(readStoredAnswer(MINE)).toBeUndefined()
})

test('a phone without room forgets the oldest schedule, never the reservations', () => {
  storeAnswer(MINE, 'r'.repeat(100), 0)
  DAYS.forEach((day, i) => storeAnswer(day, 's'.repeat(200), [2, 1, 3][i] ?? 0))
  expect(readStoredAnswer(MINE)).toBeDefined()
  expect(DAYS.map((day) => readStoredAnswer(day) !== undefined)).toEqual([true, false, true])
})

test('what somebody types finds room that schedules had', () => {
  DAYS.forEach((day, i) => storeAnswer(day, 's'.repeat(120), i))
  class Input {
    name = 'note'
    type = 'text'
    value = '메모'.repeat(200)
  }
  vi.stubGlobal('HTMLInputElement', Input)
  vi.stubGlobal('HTMLTextAreaElement', Date)
  vi.stubGlobal('HTMLSelectElement', Date)
  saveDraft('tour', { elements: [new Input()] } as unknown as HTMLFormElement)
  expect(readDraft('tour')['note']).toHaveLength(400)
})

test('an answer that finds no room at all is not kept, and no older one in its place', () => {
  storeAnswer(MINE, 'old', 1)
  storeAnswer(MINE, 'n'.repeat(2_000), 2)
  expect(readStoredAnswer(MINE)).toBeUndefined()
})

test('on a device whose storage is full a member signs in and out', async () => {
  vi.stubGlobal('localStorage', storageOf(0))
  vi.stubGlobal('document', { cookie: '' })
  const send = vi.fn<typeof fetch>(() => Promise.resolve(new Response('{}')))
  vi.stubGlobal('fetch', send)
  forgetMember()
  storeMember(MEMBER)
  expect(storedMember()).toEqual(MEMBER)
  expect(await sendLogout()).toBe(true)
  expect(send).toHaveBeenCalledTimes(1)
})
