import { setTimeout as sleep } from 'node:timers/promises'
import { ARRIVAL_CALLS } from './calls/arrivals.ts'
import type { Maker } from './calls/choice.ts'
import { DECISION_CALLS } from './calls/decisions.ts'
import { MEMBER_CALLS } from './calls/members.ts'
import { PLACE_CALLS } from './calls/places.ts'
import { VISITOR_CALLS } from './calls/visitor.ts'
import { WAITING_CALLS } from './calls/waiting.ts'
import type { Caller } from './client.ts'
import type { Call } from './history.ts'
import { becomeGuest, becomeOneself, signIn, signOut, type Person } from './person.ts'
import type { Sending, Step } from './plan.ts'

const CALLS: Readonly<Record<string, Maker>> = {
  ...VISITOR_CALLS,
  ...WAITING_CALLS,
  ...ARRIVAL_CALLS,
  ...DECISION_CALLS,
  ...PLACE_CALLS,
  ...MEMBER_CALLS,
}

export async function takeStep(person: Person, step: Step): Promise<void> {
  const { kind, picks, pause } = step
  if (kind === 'guest') becomeGuest(person, picks[0])
  if (kind === 'login') becomeOneself(person)
  if (!person.caller) await signIn(person, picks[1])
  const { caller } = person
  const make = CALLS[kind]
  if (caller && kind === 'logout') await signOut(person, caller, picks[1])
  else if (caller && make) await send(person, caller, step, make)
  await sleep(pause)
}

/** Deletions erase answers of several decisions; reads need no key. */
const sendingOf = ({ kind, sending }: Step): Sending =>
  kind === 'decide_many' || kind === 'read' ? 'bare' : sending

async function send(person: Person, caller: Caller, step: Step, make: Maker) {
  const { client, nextMark } = person
  const { picks } = step
  const view = person.view()
  const made = (mark: string) => make({ view, caller, picks, mark })
  const wish = nextMark()
  const wanted = made(wish)
  if (!wanted) return
  const sending = sendingOf(step)
  const first = { wanted, wish, caller, key: sending === 'bare' ? null : wish, pick: picks[1] }
  const twin = sending === 'twin' ? client.send({ ...first, pick: 1 - picks[1] * 0.999 }) : undefined
  const answers: Call[] = [await client.send(first)]
  if (twin) answers.push(await twin)
  if (sending === 'again') answers.push(await client.send({ ...first, pick: picks[2] }))
  if (sending === 'other_body') {
    const other = nextMark()
    const changed = made(other)
    // Without a mark the body is equal, so the call would be a repeat.
    if (changed && JSON.stringify(changed.body) !== JSON.stringify(wanted.body))
      answers.push(await client.send({ ...first, wanted: changed, wish: other }))
  }
  if (answers.some(({ status }) => status === 401)) person.caller = undefined
}
