import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { jitter } from '../../web/browser/jitter.ts'
import type { Gathered } from './figures.ts'
import { WAITS } from './pattern.ts'
import type { Person } from './person.ts'
import { NoAnswer, requestText, type Answer } from './wire.ts'

/** A time that can be booked. */
export type Wish = { event_date_id: number; room_id: number; slot_id: number }

const PASSING = new Set([408, 429, 502, 503, 504])
const VISITOR = {
  title: '신제품 공급 협의',
  company: '한빛전자',
  name: '박지민',
  manager_name: '김도윤',
  phone: '010-2345-6789',
  count: 3,
}

/** Sends a write under one key until it is answered, as the app does. */
async function send(
  person: Person,
  gathered: Gathered,
  kind: string,
  { path, body, losesFirst }: { path: string; body: object; losesFirst: boolean },
): Promise<Answer | undefined> {
  const { cookie, csrf } = person.who
  const text = requestText({ path, cookie, csrf, key: randomUUID(), body: JSON.stringify(body) })
  const began = performance.now()
  for (let failures = 0; ; failures += 1) {
    let answer: Answer | undefined
    const isLost = losesFirst && failures === 0
    const asked = performance.now()
    const { browser } = person
    gathered.sent[failures === 0 ? 'write' : 'retry'] += 1
    try {
      answer = await browser.ask(text, { loses: isLost, timeoutMs: WAITS.attemptMs })
      gathered.answered(kind, performance.now() - asked, answer.bytes)
      if (!PASSING.has(answer.status)) return answer
    } catch (failure) {
      if (!(failure instanceof NoAnswer)) throw failure
    }
    // A phone that reloads in the middle of it sends it again from the new page.
    if (!isLost && browser === person.browser) gathered.error(`${kind} ${answer?.status ?? 'no answer'}`)
    const left = WAITS.writeMs - (performance.now() - began)
    if (left <= 0) return undefined
    const growing = jitter(Math.min(1_000 * 2 ** failures, WAITS.longestPauseMs), 0.2)
    await wait(Math.max((answer?.retryAfter ?? 0) * 1_000, Math.min(growing, left)))
  }
}

/** Asks for a meeting; answers the reservation's id, or null when the time was taken. */
export async function book(person: Person, gathered: Gathered, wish: Wish, losesFirst = false) {
  const { event_date_id, room_id, slot_id } = wish
  const time_slots = [{ available_room_id: slot_id, duration: 10 }]
  const body = { event_date_id, room_id, note: null, visitor: VISITOR, time_slots }
  const answer = await send(person, gathered, 'booking', {
    path: '/api/user/reserve-meeting/',
    body,
    losesFirst,
  })
  const told = (answer?.body.length ? JSON.parse(String(answer.body)) : {}) as {
    code?: string
    reservation?: { id: number }
  }
  const outcome = answer?.status === 201 ? 'booked' : (told.code ?? `status ${answer?.status}`)
  gathered.booking(outcome)
  if (outcome !== 'booked' && outcome !== 'slot_taken') gathered.error(`booking ${outcome}`)
  return told.reservation?.id ?? null
}

/** Approves a meeting, or every fifth time rejects it. */
export async function decide(person: Person, gathered: Gathered, id: number) {
  const body =
    id % 5 === 0
      ? { type: 'GROUP_MEETING', action: 'reject', reason: '다른 시간으로 다시 신청해주세요.' }
      : { type: 'GROUP_MEETING', action: 'approve' }
  const path = `/api/admin/reservations/${id}/action/`
  const answer = await send(person, gathered, 'decision', { path, body, losesFirst: false })
  gathered.decisions += 1
  if (answer?.status !== 200) gathered.error(`decision ${answer?.status}`)
}
