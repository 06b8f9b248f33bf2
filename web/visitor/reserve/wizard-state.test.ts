import { expect, test } from 'vitest'
import {
  advanced,
  afterWizard,
  choose,
  hasChoice,
  restored,
  wantedIn,
  type Choices,
  type Step,
  type WizardState,
} from './wizard-state.ts'

const DATE = { id: 1, date: '2026-11-22' }
const OTHER_DATE = { id: 2, date: '2026-11-23' }
const DOCENT = { id: 7, name: '김하늘', language: '한국어', start_point: '로비' }
const ROOM = { id: 8, name: '미팅룸 1', floor: 1, size: 4 }
const SLOTS = [{ id: 70, time: '10:00', end_time: '10:25', duration: 25 }]
const ALL: Choices = { event_date: DATE, place: DOCENT, hour: 10, slots: SLOTS }

test.each<[Step, Choices, boolean]>([
  [1, {}, false],
  [1, { event_date: DATE }, true],
  [2, { event_date: DATE }, false],
  [2, { place: DOCENT }, true],
  [2, { place: ROOM }, true],
  [3, {}, false],
  [3, { hour: 0 }, true],
  [4, {}, false],
  [4, { slots: [] }, false],
  [4, { slots: SLOTS }, true],
  [5, {}, true],
])('step %i with %j lets the visitor go on: %s', (step, choices, goesOn) => {
  expect(hasChoice(choices, step)).toBe(goesOn)
})

test.each<[string, Partial<WizardState> | null, WizardState]>([
  ['no state', null, { step: 1 }],
  ['somebody else’s state', { nothing: 1 } as never, { step: 1 }],
  ['a step and what leads to it', { ...ALL, step: 5 }, { ...ALL, step: 5 }],
  [
    'a step and its choice',
    { event_date: DATE, place: DOCENT, step: 2 },
    { event_date: DATE, place: DOCENT, step: 2 },
  ],
  [
    'a step without the choices before it',
    { event_date: DATE, hour: 10, step: 4 },
    { event_date: DATE, step: 2 },
  ],
  ['choices of later steps', { ...ALL, step: 2 }, { event_date: DATE, place: DOCENT, step: 2 }],
])('an entry with %s is shown as it can be', (_, entry, state) => {
  expect(restored(entry)).toEqual(state)
})

test('another choice on a step drops what later steps built on the old one', () => {
  expect(choose({ ...ALL, step: 1 }, { event_date: OTHER_DATE })).toEqual({ step: 1, event_date: OTHER_DATE })
  expect(choose({ ...ALL, step: 3 }, { hour: 11 })).toEqual({
    step: 3,
    event_date: DATE,
    place: DOCENT,
    hour: 11,
  })
})

test('goes on one step at a time, and only with its choice', () => {
  expect(advanced({ step: 1 })).toBeNull()
  expect(advanced({ step: 1, event_date: DATE })).toEqual({ step: 2, event_date: DATE })
  expect(advanced({ ...ALL, step: 4 })).toEqual({ ...ALL, step: 5 })
  expect(advanced({ ...ALL, step: 5 })).toBeNull()
})

test.each([
  ['?docent_id=7&date=2026-11-22', 'tour', { place: 7, date: '2026-11-22' }],
  ['?docent_id=7', 'tour', { place: 7 }],
  ['?date=2026-11-22', 'room', { date: '2026-11-22' }],
  ['?room_id=8&date=2026-11-22', 'room', { place: 8, date: '2026-11-22' }],
  ['?room_id=8', 'tour', null],
  ['?docent_id=7.5&date=22.11.2026', 'tour', null],
  ['?docent_id=-7', 'tour', null],
  ['?docent_id=99999999999999999999', 'tour', null],
  ['?%E0%A4%A&date', 'tour', null],
  ['', 'room', null],
] as const)('the address %s of a %s asks for %j', (search, kind, wanted) => {
  expect(wantedIn(search, kind, null)).toEqual(wanted)
})

test('a preselection reaches its step and is replaced by a choice there', () => {
  const wanted = { date: DATE.date, place: DOCENT.id }
  const first = restored({ wanted })
  expect(first).toEqual({ step: 1, wanted })
  const dated = choose(first, { event_date: DATE })
  const second = advanced(dated)!
  expect(second).toEqual({ step: 2, event_date: DATE, wanted: { place: DOCENT.id } })
  expect(restored(second)).toEqual(second)
  expect(choose(second, { place: DOCENT })).toEqual({ step: 2, event_date: DATE, place: DOCENT })
})

test('times chosen on the dashboard are kept until their step, and asked for again afterwards', () => {
  const first = restored({ wanted: { place: ROOM.id, slots: [70, 71] } })
  const second = advanced(choose(first, { event_date: DATE }))!
  const third = advanced(choose(second, { place: ROOM }))!
  expect(third).toEqual({ step: 3, event_date: DATE, place: ROOM, wanted: { slots: [70, 71] } })
  const timed = choose(third, { hour: 10 })
  const fourth = advanced(timed)!
  expect(fourth.wanted).toEqual({ slots: [70, 71] })
  expect(choose(fourth, { slots: SLOTS }).wanted).toBeUndefined()
  expect(choose(timed, { hour: 11 }).wanted).toBeUndefined()
})

test.each([
  ['the room and its times', { kind: 'room', room_id: 8, slot_ids: [70] }, { place: 8, slots: [70] }],
  ['the room alone', { kind: 'room', room_id: 8, slot_ids: [] }, { place: 8, slots: [] }],
  [
    'a time without a room',
    { kind: 'room', slot_ids: [], start: '10:00', minutes: 30 },
    { slots: [], start: '10:00', minutes: 30 },
  ],
  ['nothing: no room was chosen', { kind: 'room', room_id: 0 }, { place: 0 }],
  ['nothing of tours', { kind: 'tour', docent_id: 7, room_id: 8 }, {}],
  ['nothing of another day', { kind: 'room', room_id: 8, date: OTHER_DATE.date }, {}],
  ['nothing without storage', null, {}],
] as const)('the dashboard adds %s', (_what, shown, added) => {
  const { date } = DATE
  expect(wantedIn(`?date=${date}`, 'room', shown)).toEqual({ date, ...added })
  expect(wantedIn(`?date=${date}&room_id=9`, 'room', shown)).toEqual({ date, place: 9 })
})

test.each<[string, Choices, object]>([
  ['the day', { event_date: DATE }, { date: DATE.date, room_id: 3, slot_ids: [], start: null }],
  ['the room', { place: ROOM }, { date: OTHER_DATE.date, room_id: ROOM.id, slot_ids: [], start: null }],
  ['the times', { ...ALL, place: ROOM }, { date: DATE.date, room_id: ROOM.id, slot_ids: [70], start: null }],
  [
    'a taken time only as what to begin with',
    { ...ALL, place: ROOM, waits: true },
    { date: DATE.date, room_id: ROOM.id, slot_ids: [], start: '10:00', is_start_taken: true },
  ],
])('the dashboard takes over %s', (_, choices, shown) => {
  const before = { kind: 'room', date: OTHER_DATE.date, room_id: 3, slot_ids: [9], minutes: 30 } as const
  expect(afterWizard('room', choices, before)).toMatchObject({ kind: 'room', minutes: 30, ...shown })
})
