import { listArrivals, markArrival, undoArrival, type Arrival } from '../../../../contract/admin/arrivals.ts'
import { isoInMadrid } from '../../../../domain/madrid-time.ts'
import { ApiError, NetworkError } from '../../../api/client.ts'
import { refresh } from '../../../api/reads/use-read.ts'
import { newKey, callWithRetry } from '../../../api/writes/retrying-call.ts'
import { now } from '../../../browser/clock.ts'
import { readStored } from '../../../browser/session-storage.ts'
import { knownAdmin } from '../known-admin.ts'
import { makeStore } from '../store.ts'
import { failureText } from '../with-toast.ts'

/** An arrival marked on this screen, until its undo time is over. */
export type Mark = {
  /** Idempotency key: the same for every retry. */
  key: string
  id: number
  name: string
  at: string
  /** The administrator who pressed; after a login another one may send it. */
  by: number | undefined
  state: 'sending' | 'waiting' | 'done' | 'undoing' | 'refused'
  /** As the server stored it. */
  arrived_at?: string | null
  text?: string
}

/** No name: it outlasts a logout. */
type Stored = Pick<Mark, 'key' | 'id' | 'at' | 'by'>

const UNDO_MS = 10_000
const AGAIN_MS = 5_000
// One item for each mark, because several tabs write them.
const STORED = 'arrival:'

const marks = makeStore<readonly Mark[]>([])
export const useMarks = marks.useValue

export const isUnsent = ({ state }: Mark): boolean => state === 'sending' || state === 'waiting'

function change(next: readonly Mark[]) {
  const unsent = next.filter(isUnsent)
  for (const { key } of marks.get().filter(isUnsent))
    if (!unsent.some((each) => each.key === key)) localStorage.removeItem(STORED + key)
  for (const { key, id, at, by } of unsent)
    localStorage.setItem(STORED + key, JSON.stringify({ key, id, at, by }))
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
    const by = Number(knownAdmin()) || undefined
    const made: Mark = { key: newKey(), id, name, at: isoInMadrid(now()), by, state: 'sending' }
    change([...others, made])
    void send(made)
  }
}

/** One tab sends a mark at a time; without HTTPS the key alone has to do. */
async function send(made: Mark) {
  const { locks } = navigator as Partial<Navigator>
  if (!locks) return sendAlone(made)
  const isFree = await locks.request(STORED + made.key, { ifAvailable: true }, async (lock) => {
    // Another tab may have sent it meanwhile.
    if (lock && readStored(STORED + made.key, 'localStorage') !== null) await sendAlone(made)
    return lock !== null
  })
  if (!isFree) setTimeout(sendAgain, AGAIN_MS, made.key)
}

async function sendAlone({ key, id, at, by }: Mark) {
  try {
    const { reservation } = await callWithRetry(
      markArrival,
      { params: { id: String(id) }, body: { at, by } },
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

/** Follows the device's unsent marks: those of closed tabs are sent here, those sent elsewhere are dropped. */
export function resumeMarks(): void {
  const stored = Object.keys(localStorage)
    .filter((name) => name.startsWith(STORED))
    .map((name) => readStored(name, 'localStorage') as Stored)
  const known = marks.get()
  const missing = stored.filter(({ key }) => !known.some((each) => each.key === key))
  const left = known.filter((each) => !isUnsent(each) || stored.some(({ key }) => key === each.key))
  if (missing.length === 0 && left.length === known.length) return
  if (left.length < known.length) void refresh(listArrivals)
  const resumed = missing.map((each): Mark => ({ ...each, name: `예약 ${each.id}`, state: 'waiting' }))
  change([...resumed, ...left])
  for (const each of resumed) void send(each)
}

globalThis.addEventListener?.('storage', resumeMarks)

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
