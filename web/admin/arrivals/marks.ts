import { listArrivals, markArrival, undoArrival, type Arrival } from '../../../contract/admin/arrivals.ts'
import { isoInMadrid } from '../../../domain/madrid-time.ts'
import { ApiError, NetworkError } from '../../api/client.ts'
import { refresh } from '../../api/reads/use-read.ts'
import { newKey, callWithRetry } from '../../api/writes/retrying-call.ts'
import { now } from '../../browser/clock.ts'
import { readStored, storeForSession } from '../../browser/session-storage.ts'
import { makeStore } from '../components/store.ts'
import { failureText } from '../components/with-toast.ts'

/** An arrival marked on this screen, until its undo time is over. */
export type Mark = {
  /** Idempotency key: the same for every retry. */
  key: string
  id: number
  name: string
  at: string
  state: 'sending' | 'waiting' | 'done' | 'undoing' | 'refused'
  /** As the server stored it. */
  arrived_at?: string | null
  text?: string
}

const UNDO_MS = 10_000
const AGAIN_MS = 5_000
const STORED = 'arrival-marks'

const marks = makeStore<readonly Mark[]>([])
export const useMarks = marks.useValue

const isUnsent = ({ state }: Mark) => state === 'sending' || state === 'waiting'

function change(next: readonly Mark[]) {
  // Unsent marks must survive a reload while offline.
  const unsent = next.filter(isUnsent)
  if (unsent.length > 0) storeForSession(STORED, JSON.stringify(unsent))
  else sessionStorage.removeItem(STORED)
  marks.set(next)
}

const patch = (key: string, changed: Partial<Mark>) =>
  change(marks.get().map((mark) => (mark.key === key ? { ...mark, ...changed } : mark)))

export const forgetMark = (key: string): void => change(marks.get().filter((mark) => mark.key !== key))

/** Shows the arrival at once and sends it until the server answers. */
export function mark({ id, name }: Pick<Arrival, 'id' | 'name'>): void {
  const known = marks.get()
  const others = known.filter((each) => each.id !== id || isUnsent(each))
  if (others.length < known.length || !known.some((each) => each.id === id)) {
    const made: Mark = { key: newKey(), id, name, at: isoInMadrid(now()), state: 'sending' }
    change([...others, made])
    void send(made)
  }
}

async function send({ key, id, at }: Mark) {
  try {
    const { reservation } = await callWithRetry(
      markArrival,
      { params: { id: String(id) }, body: { at } },
      { idempotencyKey: key, onRetry: () => patch(key, { state: 'waiting' }) },
    )
    patch(key, { state: 'done', arrived_at: reservation.arrived_at })
    setTimeout(forgetMark, UNDO_MS, key)
  } catch (failure) {
    if (isPassing(failure)) {
      patch(key, { state: 'waiting' })
      setTimeout(sendAgain, AGAIN_MS, key)
    } else patch(key, { state: 'refused', text: failureText(failure, '도착 확인에 실패했습니다.') })
  }
  void refresh(listArrivals)
}

// The server refuses a 401 unprocessed; it is sent again after the next login.
const isPassing = (failure: unknown) =>
  failure instanceof NetworkError || (failure instanceof ApiError && failure.status === 401)

function sendAgain(key: string) {
  const unsent = marks.get().find((each) => each.key === key && isUnsent(each))
  if (unsent) void send(unsent)
}

/** Sends the marks that an earlier page of this tab left unsent. */
export function resumeMarks(): void {
  const stored = readStored(STORED) as Mark[] | null
  const missing = (stored ?? []).filter(({ key }) => !marks.get().some((each) => each.key === key))
  if (missing.length === 0) return
  change([...missing.map((each) => ({ ...each, state: 'waiting' as const })), ...marks.get()])
  for (const each of missing) void send(each)
}

export async function undoMark({ key, id, arrived_at }: Mark): Promise<void> {
  patch(key, { state: 'undoing' })
  try {
    const body = { arrived_at: arrived_at! }
    await callWithRetry(undoArrival, { params: { id: String(id) }, body })
    forgetMark(key)
  } catch (failure) {
    patch(key, { state: 'refused', text: failureText(failure, '도착 확인을 취소하지 못했습니다.') })
  }
  await refresh(listArrivals)
}

/** Includes marks that the server may not know yet. */
export const withMarks = (arrivals: readonly Arrival[], pressed: readonly Mark[]): Arrival[] =>
  arrivals.map((arrival) => {
    const own = pressed.find(
      ({ id, state }) => id === arrival.id && state !== 'refused' && state !== 'undoing',
    )
    return own && arrival.arrived_at === null ? { ...arrival, arrived_at: own.arrived_at ?? own.at } : arrival
  })
