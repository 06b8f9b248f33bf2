import type { Page } from '@playwright/test'
import { fetchWhole } from './reads.ts'

type Answer = Record<string, unknown>

const pick = (from: unknown, ...names: string[]): Answer =>
  Object.fromEntries(Object.entries(from as Answer).filter(([name]) => names.includes(name)))

const SHARED = ['id', 'status', 'type', 'note', 'feedback', 'cancel_note', 'can_cancel', 'visitor']

function plainReservation(one: Answer): Answer {
  const shared = {
    ...pick(one, ...SHARED),
    user: pick(one['user'], 'name', 'company_name', 'position', 'phone'),
  }
  if (one['type'] !== 'VIP_TOUR') {
    const slots = one['time_slots'] as Answer[]
    return {
      ...shared,
      ...pick(one, 'room', 'total_duration', 'time_range'),
      event_date: pick(one['event_date'], 'date'),
      time_slots: slots.map((slot) => ({ ...slot, available_room: pick(slot['available_room'], 'time') })),
    }
  }
  const tour = one['available_tour'] as Answer
  return {
    ...shared,
    available_tour: {
      ...pick(tour, 'time', 'end_time', 'duration'),
      event_date: pick(tour['event_date'], 'date'),
      docent: pick(tour['docent'], 'id', 'name', 'language'),
    },
  }
}

/** An answer whose reservations and slots, wherever they stand in it, say no more than they must. */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain)
  if (typeof value !== 'object' || value === null) return value
  const answer = Object.fromEntries(Object.entries(value).map(([name, part]) => [name, plain(part)]))
  if ('visitor' in answer && 'can_cancel' in answer) return plainReservation(answer)
  if (!('is_locked' in answer)) return answer
  const ends = 'docent' in answer ? ['docent', 'end_time'] : ['room']
  return pick(answer, 'id', 'event_date', 'time', 'duration', 'is_locked', 'available', ...ends)
}

/** Has the service answer administrators as plainly as a client may expect: members as a list, a login by its message. */
export async function answerPlainly(page: Page) {
  await page.route(/\/api\/admin\/(login|users|reservations|dashboard|available-)/, async (route) => {
    const { pathname } = new URL(route.request().url())
    const response = await fetchWhole(route)
    const answer = (await response.json()) as Answer
    const json = pathname.includes('/login/')
      ? pick(answer, 'message')
      : pathname.endsWith('/users/')
        ? answer['results']
        : plain(answer)
    await route.fulfill({ response, json })
  })
}
