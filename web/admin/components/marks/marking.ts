import { listArrivals, type Arrival } from '../../../../contract/admin/arrivals.ts'
import { listReservations } from '../../../../contract/admin/reservations.ts'
import { NetworkError, newKey } from '../../../api/client.ts'
import { refresh } from '../../../api/reads/use-read.ts'
import { knownAdmin } from '../use-may.ts'
import { tryWithToast } from '../with-toast.ts'
import {
  change,
  forgetMark,
  isUnsent,
  marks,
  nameOfCode,
  send,
  timeOfPress,
  undo,
  type Mark,
} from './marks.ts'

/** Shows the arrival at once and sends it until the server answers. */
export const mark = ({ id, name }: Pick<Arrival, 'id' | 'name'>, count?: number): void =>
  add({ id, name, count })

/** The server checks the code when the network is back. */
export const markCode = (code: string): void => add({ id: null, code, name: nameOfCode(code) })

function add(what: Pick<Mark, 'id' | 'code' | 'name' | 'count'>) {
  const isSame = ({ id, code }: Mark) => (what.id === null ? code === what.code : id === what.id)
  const known = marks.get()
  if (known.some((each) => isSame(each) && isUnsent(each))) return
  const by = Number(knownAdmin()) || undefined
  const made: Mark = { ...what, key: newKey(), at: timeOfPress(), by, state: 'sending' }
  change([...known.filter((each) => !isSame(each)), made])
  void send(made)
}

const isMarkOf =
  ({ id, arrival_code }: Pick<Arrival, 'id' | 'arrival_code'>) =>
  (made: Mark) =>
    made.id === id || (made.id === null && made.code === arrival_code)

export const unsentMarkOf = (arrival: Pick<Arrival, 'id' | 'arrival_code'>): Mark | undefined =>
  marks.get().find((made) => isUnsent(made) && isMarkOf(arrival)(made))

/** Drops an unsent mark. Its arrival is undone if the request is answered later, or its answer was lost. */
export async function undoArrivalOf(arrival: Pick<Arrival, 'id' | 'arrival_code' | 'arrived_at'>) {
  const unsent = unsentMarkOf(arrival)
  if (unsent?.state === 'waiting' && unsent.id !== null) void takeBack(unsent.id, unsent.at)
  if (unsent) return forgetMark(unsent.key)
  await tryWithToast(() => undo(arrival), '도착 확인을 취소하지 못했습니다.')
  change(marks.get().filter((made) => made.id !== arrival.id))
  return refresh(listArrivals, listReservations)
}

/** Retries until answered. A refusal means that the mark never arrived. */
const takeBack = (id: number, arrived_at: string): Promise<unknown> =>
  undo({ id, arrived_at }).then(
    () => refresh(listArrivals),
    (failure) => failure instanceof NetworkError && takeBack(id, arrived_at),
  )

export const undoMark = ({ key, id, arrived_at = null }: Mark): void =>
  id === null ? forgetMark(key) : void undoArrivalOf({ id, arrival_code: null, arrived_at })

/** Includes marks that the server may not know yet. */
export const withMarks = (arrivals: readonly Arrival[], pressed: readonly Mark[]): Arrival[] =>
  arrivals.map((arrival) => {
    const own = pressed.filter(({ state }) => state !== 'refused').find(isMarkOf(arrival))
    if (!own || arrival.arrived_at !== null) return arrival
    return { ...arrival, arrived_at: own.arrived_at ?? own.at, count: own.count ?? arrival.count }
  })
