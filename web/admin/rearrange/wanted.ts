import type { Rearranged, rearrangeReservations } from '../../../contract/admin/rearrange.ts'
import type { CallInput } from '../../../contract/endpoint.ts'
import { MAX_LENGTH } from '../../../contract/field.ts'
import { isTime } from '../../../domain/date-text.ts'
import { dateToShow } from '../../../domain/event-date.ts'
import { madridDate, madridTime, shortKoreanDate, type Instant } from '../../../domain/madrid-time.ts'

export const CHANGES = [
  { id: 'docent', label: '도슨트 부재' },
  { id: 'room', label: '미팅룸 사용 불가' },
  { id: 'shift', label: '시간 늦추기/당기기' },
  { id: 'date', label: '날짜 이동' },
  { id: 'cancel', label: '취소' },
] as const

export type Change = (typeof CHANGES)[number]['id']

/** The target that cancels instead of moving. */
export const CANCEL = 'cancel'

/** Fits a move and a cancellation; presets of the settings speak of cancellations. */
export const REASONS: Readonly<Partial<Record<Change, string>>> = {
  docent: '담당 도슨트의 사정으로 예정대로 진행하기 어렵습니다.',
  room: '미팅룸 사정으로 예정대로 진행하기 어렵습니다.',
  shift: '행사 진행 상황에 따라 시간이 조정되었습니다.',
  date: '행사 사정으로 예정된 날짜에 진행하기 어렵습니다.',
}

export type Wanted = {
  change: Change
  date: string
  /** `docent 3`, `room 2`, or empty for all. */
  place: string
  from: string
  to: string
  /** Id of a docent or room, a date, `CANCEL`, or empty. */
  target: string
  minutes: string
  lock: boolean
}

type Known = {
  dates: readonly string[]
  docents: readonly { id: number }[]
  rooms: readonly { id: number }[]
}

/** Past dates can't be changed. */
export const openDates = (dates: readonly string[], now: Instant): string[] =>
  dates.filter((date) => date >= madridDate(now))

/** Today's earlier reservations have started. */
export const startOf = (date: string, now: Instant): string =>
  date === madridDate(now) ? madridTime(now) : ''

const locks = (change: Change) => change === 'docent' || change === 'room' || change === 'cancel'

/** Drops place and target, which may be of another kind. */
export const withChange = (before: Wanted, change: Change): Wanted => ({
  ...before,
  change,
  place: '',
  target: '',
  lock: locks(change),
})

/** From a link or a screen's filters; null if no date is left. */
export function wantedOf(query: string, { dates, docents, rooms }: Known, now: Instant): Wanted | null {
  const values = new URLSearchParams(query)
  const date = dateToShow(openDates(dates, now), madridDate(now), values.get('date'))
  if (!date) return null
  const isRooms = [values.get('tab'), values.get('type'), values.get('view')].some(
    (filter) => filter === 'room-slots' || filter === 'meeting',
  )
  const change = CHANGES.find(({ id }) => id === values.get('change'))?.id ?? (isRooms ? 'room' : 'docent')
  const known = (kind: 'docent' | 'room', places: Known['docents']) => {
    const filtered = isRooms === (kind === 'room') ? values.get('place') : null
    const id = Number(values.get(kind) ?? filtered)
    return places.some((place) => place.id === id) ? `${kind} ${id}` : ''
  }
  const timeOf = (name: string) => [values.get(name) ?? ''].find(isTime)
  return {
    change,
    date,
    place:
      (change !== 'room' && known('docent', docents)) || (change !== 'docent' && known('room', rooms)) || '',
    from: timeOf('from') ?? startOf(date, now),
    to: timeOf('to') ?? '',
    target: '',
    minutes: '',
    lock: locks(change),
  }
}

export const reasonOf = (query: string): string =>
  (new URLSearchParams(query).get('reason') ?? '').slice(0, MAX_LENGTH.reason)

export const isCancelling = ({ change, target }: Wanted): boolean =>
  change === 'cancel' || (change !== 'shift' && target === CANCEL)

type Body = CallInput<typeof rearrangeReservations>['body']

/** Null until it says what should happen. */
export function bodyOf(wanted: Wanted): Body | null {
  const { change, date, place, from, to, target, lock } = wanted
  const [kind, id] = place.split(' ')
  const scope = {
    date,
    ...(kind && { [`${kind}_id`]: Number(id) }),
    ...(from && { from }),
    ...(to && change !== 'shift' && { to }),
  }
  if ((change === 'docent' || change === 'room') && !place) return null
  if (isCancelling(wanted)) return { scope, act: 'cancel', lock }
  if (change === 'shift') {
    const minutes = Number(wanted.minutes)
    return Number.isInteger(minutes) && minutes !== 0 ? { scope, act: 'shift', minutes } : null
  }
  if (!target) return null
  const to_what = change === 'date' ? { to_date: target } : { [`to_${change}_id`]: Number(target) }
  return { scope, act: 'move', ...to_what, lock }
}

/** Undefined if nothing can be done. */
export function actionText({ act, lock }: Body, total: number, possible: number): string | undefined {
  if (total === 0) return act === 'shift' ? '시간표 변경' : lock ? '시간 잠그기' : undefined
  if (possible === 0) return undefined
  if (act === 'cancel') return `${total.toLocaleString('ko')}건 취소`
  return possible < total
    ? `가능한 ${possible.toLocaleString('ko')}건만 변경`
    : `${total.toLocaleString('ko')}건 변경`
}

/** Names only what changes; null if it is cancelled or can't be moved. */
export function newText({ from, to }: Pick<Rearranged, 'from' | 'to'>): string | null {
  if (to === null) return null
  return [
    to.date === from.date ? '' : shortKoreanDate(to.date),
    to.time === from.time ? '' : to.time,
    to.place === from.place ? '' : to.place,
  ]
    .filter(Boolean)
    .join(' ')
}
