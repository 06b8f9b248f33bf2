import {
  findArrival,
  listArrivals,
  markArrival,
  undoArrival,
  UNKNOWN_CODE_TEXT,
  type Arrival,
} from '../../../../contract/admin/arrivals.ts'
import { isoInMadrid } from '../../../../domain/madrid-time.ts'
import { ApiError, call, NetworkError } from '../../../api/client.ts'
import { refresh } from '../../../api/reads/use-read.ts'
import { callWithRetry } from '../../../api/writes/retrying-call.ts'
import { now, withLead } from '../../../browser/clock.ts'
import { readStored, storeOnDevice } from '../../../browser/session-storage.ts'
import { adminToast } from '../../../ui/toast.ts'
import { makeStore } from '../../../ui/store.ts'
import { failureText } from '../with-toast.ts'

/** An arrival marked on this screen, until its undo time is over. */
export type Mark = {
  /** Idempotency key: the same for every retry. */
  key: string
  /** Null while the server has not yet checked the code. */
  id: number | null
  code?: string | undefined
  name: string
  at: string
  /** The administrator who pressed; after a login another one may send it. */
  by: number | undefined
  /** Another number of people than booked. */
  count?: number | undefined
  state: 'sending' | 'waiting' | 'done' | 'refused'
  /** As the server stored it. */
  arrived_at?: string | null
  text?: string
}

/** No name: it outlasts a logout. */
type Stored = Pick<Mark, 'key' | 'id' | 'code' | 'at' | 'by' | 'count'>

const UNDO_MS = 10_000
const AGAIN_MS = 5_000
const ATTEMPT_MS = 10_000
// One item for each mark, because several tabs write them.
const STORED = 'arrival:'

export const marks = makeStore<readonly Mark[]>([])
export const useMarks = marks.useValue

export const isUnsent = ({ state }: Mark): boolean => state === 'sending' || state === 'waiting'

export function change(next: readonly Mark[]) {
  const unsent = next.filter(isUnsent)
  for (const { key } of marks.get())
    if (!unsent.some((each) => each.key === key)) localStorage.removeItem(STORED + key)
  for (const { key, id, code, at, by, count } of unsent)
    storeOnDevice(STORED + key, JSON.stringify({ key, id, code, at, by, count } satisfies Stored))
  marks.set(next)
}

/** A tab opened without a network knows the service's clock from earlier tabs. */
export function timeOfPress() {
  const kept = readStored('clock') === null && readStored('clock', 'localStorage')
  return isoInMadrid(kept ? withLead(Number(kept)) : now())
}

const isKept = (key: string) => marks.get().some((each) => each.key === key)

const patch = (key: string, changed: Partial<Mark>) =>
  change(marks.get().map((mark) => (mark.key === key ? { ...mark, ...changed } : mark)))

export const forgetMark = (key: string): void => change(marks.get().filter((mark) => mark.key !== key))

export const nameOfCode = (code: string) => `코드 ${code}`

/** One tab sends a mark at a time; without HTTPS the key alone has to do. */
export async function send(made: Mark) {
  const { locks } = navigator as Partial<Navigator>
  if (!locks) return sendAlone(made)
  await locks.request(STORED + made.key, { ifAvailable: true }, (lock) =>
    lock ? sendAlone(made) : sendLater(made.key),
  )
}

async function sendAlone(made: Mark) {
  const { key, at, by, count } = made
  try {
    const id = made.id ?? (await findId(made))
    if (id === null || !isKept(key)) return
    const { reservation } = await call(
      markArrival,
      { params: { id }, body: { at, by, count } },
      { idempotencyKey: key, timeoutMs: ATTEMPT_MS },
    )
    if (isKept(key)) {
      patch(key, { state: 'done', arrived_at: reservation.arrived_at })
      setTimeout(forgetMark, UNDO_MS, key)
    } else void undo(reservation).catch(() => {})
  } catch (failure) {
    if (isPassing(failure)) {
      patch(key, { state: 'waiting' })
      sendLater(key)
    } else refuse(made, failureText(failure, '도착 확인에 실패했습니다.'))
  }
  void refresh(listArrivals)
}

export const undo = ({ id, arrived_at }: Pick<Arrival, 'id' | 'arrived_at'>) =>
  callWithRetry(undoArrival, { params: { id }, body: { arrived_at: arrived_at! } })

async function findId(made: Mark): Promise<number | null> {
  const { arrival } = await call(findArrival, { query: { code: made.code! } }, { timeoutMs: ATTEMPT_MS })
  if (arrival) patch(made.key, { id: arrival.id, name: arrival.name })
  else refuse(made, UNKNOWN_CODE_TEXT)
  return arrival?.id ?? null
}

/** Any screen can be open when it is sent. */
function refuse({ key, name }: Mark, text: string) {
  if (!isKept(key)) return
  patch(key, { state: 'refused', text })
  adminToast.error(`${name}: ${text}`)
}

const PASSING: readonly number[] = [401, 403, 408, 429]

// 401 and 403 refuse the sender, not the arrival: another login may send it.
const isPassing = (failure: unknown) =>
  failure instanceof NetworkError ||
  // A proxy or captive portal answers with any status.
  (failure instanceof ApiError &&
    (!failure.isOwn || failure.status >= 500 || PASSING.includes(failure.status)))

const timers = new Map<string, ReturnType<typeof setTimeout>>()

function sendLater(key: string) {
  clearTimeout(timers.get(key))
  timers.set(key, setTimeout(sendAgain, AGAIN_MS, key))
}

function sendAgain(key: string) {
  const unsent = marks.get().find((each) => each.key === key && isUnsent(each))
  if (unsent) void send(unsent)
}

globalThis.addEventListener?.('online', () => marks.get().forEach(({ key }) => sendAgain(key)))

/** Sends the device's marks of closed tabs, and drops the one that another tab has sent or taken back. */
export function resumeMarks({ key: name, newValue }: Partial<StorageEvent> = {}) {
  const missing = Object.keys(localStorage)
    .filter((name) => name.startsWith(STORED))
    .map((name) => readStored(name, 'localStorage') as Stored)
    .filter(({ key }) => !isKept(key))
  const known = marks.get()
  // Only the removed key: deleted browser data must not drop other marks.
  const left = known.filter(({ key }) => newValue !== null || STORED + key !== name)
  if (missing.length === 0 && left.length === known.length) return
  if (left.length < known.length) void refresh(listArrivals)
  const resumed = missing.map((each): Mark => {
    const name = each.id === null ? nameOfCode(each.code!) : `예약 ${each.id}`
    return { ...each, name, state: 'waiting' }
  })
  change([...resumed, ...left])
  for (const each of resumed) void send(each)
}

globalThis.addEventListener?.('storage', resumeMarks)
