// The seed alone determines the plan; what a pick selects depends on the view at that time.

export const FAULTS = ['kill', 'backends', 'postgres', 'smtp'] as const
export type FaultKind = (typeof FAULTS)[number]

/** Without key, with key, twice concurrently, repeated, or repeated with another body. */
export type Sending = 'bare' | 'keyed' | 'twin' | 'again' | 'other_body'

const VISITOR = {
  tour: 22,
  meeting: 32,
  wait_tour: 10,
  wait_meeting: 10,
  leave_line: 5,
  cancel: 14,
  end_early: 7,
  feedback: 6,
  read: 6,
  login: 3,
  logout: 2,
  end_sessions: 1,
  guest: 4,
}
const ADMINISTRATOR = {
  decide: 30,
  decide_many: 7,
  move: 12,
  edit_visitor: 6,
  edit_note: 6,
  walk_in_tour: 6,
  walk_in_meeting: 8,
  arrive: 6,
  undo_arrival: 3,
  remove_wait: 3,
  lock: 5,
  lock_many: 1,
  delete_slot: 3,
  delete_slots: 1,
  add_slot: 3,
  plan: 4,
  docent: 1,
  room: 1,
  date: 1,
  change_docent: 3,
  change_room: 3,
  member: 4,
  change_member: 2,
  delete_member: 2,
  end_member_sessions: 2,
  end_sessions: 1,
  role: 1,
  logout: 1,
}
export type VisitorStep = keyof typeof VISITOR
export type AdministratorStep = keyof typeof ADMINISTRATOR
export type Role = 'visitor' | 'administrator'

export type Step<Kind extends string = VisitorStep | AdministratorStep> = {
  kind: Kind
  /** 0 to 1. */
  picks: readonly [number, number, number, number]
  sending: Sending
  /** Milliseconds before the next step. */
  pause: number
}

export type PlannedFault = { kind: FaultKind; picks: readonly [number, number]; pause: number }

/** mulberry32, 0 to 1. */
function randomFrom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

function drawOf<Kind extends string>(weights: Readonly<Record<Kind, number>>, random: () => number): Kind {
  const kinds = Object.entries(weights) as [Kind, number][]
  let left = random() * kinds.reduce((sum, [, weight]) => sum + weight, 0)
  return (kinds.find(([, weight]) => (left -= weight) < 0) ?? kinds[0]!)[0]
}

const SENDINGS: Readonly<Record<Sending, number>> = { bare: 50, keyed: 25, twin: 12, again: 9, other_body: 4 }
const LONGEST_PAUSE = 120

/** Endless. */
export function* stepsOf(seed: number, role: Role, worker: number): Generator<Step, never> {
  const random = randomFrom(seed * 1_000 + worker)
  const weights: Readonly<Record<string, number>> = role === 'visitor' ? VISITOR : ADMINISTRATOR
  for (;;)
    yield {
      kind: drawOf(weights, random) as Step['kind'],
      picks: [random(), random(), random(), random()],
      sending: drawOf(SENDINGS, random),
      pause: Math.floor(random() * LONGEST_PAUSE),
    }
}

/** Endless. */
export function* faultsOf(seed: number, kinds: readonly FaultKind[]): Generator<PlannedFault, never> {
  const random = randomFrom(seed * 1_000 + 999)
  const equal = Object.fromEntries(kinds.map((kind) => [kind, 1])) as Record<FaultKind, number>
  for (;;)
    yield {
      kind: drawOf(equal, random),
      picks: [random(), random()],
      pause: 300 + Math.floor(random() * 1_200),
    }
}
