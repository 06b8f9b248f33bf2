import type { Random } from './random.ts'

const MOST = 300
const MOST_RECORDS = 1_000

/** Names of the same thing: a slot is called by the place that it belongs to. */
const ALIASES: Readonly<Record<string, string>> = {
  user: 'member',
  available_tour: 'slot',
  available_room: 'slot',
  time_slot: 'slot',
  meeting_completed: 'reservation',
  meeting_feedback: 'reservation',
  cancel_reservation: 'reservation',
  my_reservation: 'reservation',
  arrival: 'reservation',
  tour: 'reservation',
  meeting: 'reservation',
  replaces: 'reservation',
}

/** `/api/admin/event-dates/{id}/` and `event_date_id` name the same thing. */
function thing(word: string): string {
  const name = word
    .replaceAll('-', '_')
    .replace(/_ids?$/, '')
    .replace(/s$/, '')
  return ALIASES[name] ?? name
}

const wordBefore = (path: string) =>
  path
    .split('/')
    .filter((word) => word && !word.startsWith('{'))
    .at(-1) ?? ''

/** A field as it is called in all answers: ids and tokens by the thing that they are of. */
function keyOf(name: string, path: string): string {
  if (name === 'available_tour_id') return 'tour_slot id'
  if (name === 'available_room_id') return 'room_slot id'
  if (path.includes(`{${name}}`)) return `${thing(wordBefore(path.split(`{${name}}`)[0]!))} ${name}`
  if (/^ids?$/.test(name)) return `${thing(wordBefore(path.replace(/\/(impact|export|bulk)\/$/, '/')))} id`
  return /^replaces$|_ids?$/.test(name) ? `${thing(name)} id` : name
}

const LINK = /^https?:.*?\/([\w-]+)\/([\w-]{20,})(?:\.ics)?$/

type Heard = Readonly<Record<string, unknown>>

/** Values of answers by field, and which of them belong together. */
export function makeKnown(random: Random) {
  const values = new Map<string, Set<unknown>>()
  const records: Heard[] = []

  function keep(name: string, value: unknown) {
    const kept = values.get(name) ?? new Set()
    if (kept.size < MOST) values.set(name, kept.add(value))
  }

  /** `around` are the words that an id may belong to. */
  function note(value: unknown, around: readonly string[], outer: Heard, depth = 0) {
    if (Array.isArray(value)) for (const item of value) note(item, around, outer, depth)
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return
    const fields = Object.entries(value)
    const heard: Record<string, unknown> = { ...outer }
    for (const [key, each] of fields) {
      if (key === 'id') for (const word of around) heard[`${thing(word)} id`] = each
      if (key.endsWith('_id')) heard[`${thing(key)} id`] = each
      else if (typeof each === 'boolean' || (typeof each === 'string' && each.length < 300)) heard[key] = each
      else if (typeof each === 'object' && each !== null && 'id' in each) heard[`${thing(key)} id`] = each.id
      const [, of, token] = LINK.exec(String(each)) ?? []
      if (of && token) heard[`${thing(of)} token`] = token
      const [, code] = /^https?:.*#(\w+)$/.exec(String(each)) ?? []
      if (code) heard['code'] = code
    }
    if ('slot id' in heard) heard[`${'docent id' in heard ? 'tour' : 'room'}_slot id`] = heard['slot id']
    for (const [name, each] of Object.entries(heard)) keep(name, each)
    // Of times, the free ones only: they can be booked.
    const isFree = heard['is_available'] !== false && heard['available'] !== false
    if (isFree && records.push(heard) > MOST_RECORDS) records.shift()
    for (const [key, each] of fields) note(each, depth === 0 ? [key, ...around] : [key], heard, depth + 1)
  }

  return {
    note: (path: string, answer: unknown, caller: string) => note(answer, [wordBefore(path)], { caller }),
    /** Picks values by field, most of which belong together. */
    focus(names: readonly string[], path: string, caller: string) {
      const keys = names.filter((name) => name !== 'replaces').map((name) => keyOf(name, path))
      const worths = [...new Set(keys)].map((key) => [key, / (id|token)$/.test(key) ? 10 : 1] as const)
      const mayBeHeld = keys.includes('reservation id')
      const worth = (record: Heard) => {
        let total = 'reservation id' in record && !mayBeHeld ? -100 : 0
        for (const [key, each] of worths) if (key in record) total += each
        return total
      }
      const rated = records.map((record) => [record, worth(record)] as const)
      const most = Math.max(...rated.map(([, each]) => each))
      const best = rated.filter(([, each]) => each === most).map(([record]) => record)
      const own = best.filter((record) => record['caller'] === caller)
      const record = random.oneOf(own.length > 0 && random.chance(0.7) ? own : best) ?? {}
      return (name: string): unknown => {
        const key = keyOf(name, path)
        if (key in record && random.chance(0.9)) return record[key]
        const kept = [...(values.get(key) ?? [])]
        return kept.length > 0 ? random.oneOf(kept) : undefined
      }
    },
  }
}

export type Known = ReturnType<typeof makeKnown>
