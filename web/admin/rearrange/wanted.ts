import type { Rearranged, rearrangeReservations } from '../../../contract/admin/rearrange.ts'
import type { CallInput } from '../../../contract/endpoint.ts'
import { madridDate, madridTime, shortKoreanDate, type Instant, isTime } from '../../../domain/madrid-time.ts'

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

/** Must fit moves and cancellations of many; the presets in the settings fit only single cancellations. */
export const REASONS: Readonly<Record<Change, string>> = {
  docent: '담당 도슨트의 사정으로 예정대로 진행하기 어렵습니다.',
  room: '미팅룸 사정으로 예정대로 진행하기 어렵습니다.',
  shift: '행사 진행 상황에 따라 시간이 조정되었습니다.',
  date: '행사 사정으로 예정된 날짜에 진행하기 어렵습니다.',
  cancel: '전시장 사정으로 예정대로 진행하기 어렵습니다.',
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

type Ids = readonly { id: number }[]
/** `dates`: from today. */
type Choices = { dates: readonly string[]; docents: Ids; rooms: Ids; at: Instant }

/** Earlier ones of today have started. */
export const startOf = (date: string, now: Instant): string =>
  date === madridDate(now) ? madridTime(now) : ''

const needsPlace = (change: Change) => change === 'docent' || change === 'room'

const fits = (change: Change, place: string) => !needsPlace(change) || place.startsWith(change)

/** Keeps a place that fits: without one, all are meant. */
export const withChange = (before: Wanted, change: Change): Wanted => ({
  ...before,
  change,
  place: fits(change, before.place) ? before.place : '',
  target: '',
  lock: needsPlace(change) || change === 'cancel',
})

/** From a link or a screen's filters; null if its date, or any date, is not offered. */
export function wantedOf(query: string, { dates, docents, rooms, at }: Choices): Wanted | null {
  const values = new URLSearchParams(query)
  const date = values.get('date') || dates[0]
  if (!date || !dates.includes(date)) return null
  const ofFilter = values.get('tab') === 'room-slots' ? 'room' : 'docent'
  const change = CHANGES.find(({ id }) => id === values.get('change'))?.id ?? ofFilter
  const placesOf = (kind: 'docent' | 'room', places: Ids) => {
    const id = Number(values.get(kind) ?? values.get('place'))
    return places.some((place) => place.id === id) ? [`${kind} ${id}`] : []
  }
  const places = [...placesOf('docent', docents), ...placesOf('room', rooms)]
  const timeOf = (name: string) => [values.get(name) ?? ''].find(isTime)
  return {
    ...withChange(
      { change, date, place: '', from: '', to: '', target: '', minutes: '', lock: false },
      change,
    ),
    place: places.find((place) => fits(change, place)) ?? '',
    from: timeOf('from') ?? startOf(date, at),
    to: timeOf('to') ?? '',
  }
}

const PROBLEMS = ['', '시간 없음', '부재']

/** Absent docents come last, after those without slots. `withTimes` is undefined while unknown. */
export function substitutesOf<Docent extends { id: number }>(
  docents: readonly Docent[],
  { absent, withTimes }: { absent: readonly number[]; withTimes: readonly number[] | undefined },
) {
  const rankOf = ({ id }: Docent) => (absent.includes(id) ? 2 : withTimes && !withTimes.includes(id) ? 1 : 0)
  return [...docents]
    .sort((a, b) => rankOf(a) - rankOf(b))
    .map((docent) => ({ docent, problem: PROBLEMS[rankOf(docent)]! }))
}

export const isCancelling = ({ change, target }: Wanted): boolean => change === 'cancel' || target === CANCEL

type Body = CallInput<typeof rearrangeReservations>['body']

/** Null while the form is incomplete. */
export function bodyOf(wanted: Wanted): Body | null {
  const { change, date, place, from, to, target, lock } = wanted
  const [kind, id] = place.split(' ')
  const scope = {
    date,
    ...(kind && { [`${kind}_id`]: Number(id) }),
    ...(from && { from }),
    ...(to && change !== 'shift' && { to }),
  }
  if (needsPlace(change) && !place) return null
  if (isCancelling(wanted)) return { scope, act: 'cancel', lock }
  const minutes = Number(wanted.minutes)
  if (change === 'shift') return minutes ? { scope, act: 'shift', minutes } : null
  if (!target || target === (change === 'date' ? date : id)) return null
  const goal = change === 'date' ? { to_date: target } : { [`to_${change}_id`]: Number(target) }
  return { scope, act: 'move', ...goal, lock }
}

/** Undefined if nothing can be done. */
export function actionText({ act, lock }: Body, total: number, possible: number): string | undefined {
  if (total === 0) return act === 'shift' ? '시간표 변경' : lock ? '시간 잠그기' : undefined
  if (possible === 0) return undefined
  const count = `${possible.toLocaleString('ko')}건`
  return act === 'cancel' ? `${count} 취소` : possible < total ? `가능한 ${count}만 변경` : `${count} 변경`
}

/** Names only what changes. */
export const newText = ({ from, to }: Pick<Rearranged, 'from' | 'to'>): string =>
  [
    to && to.date !== from.date && shortKoreanDate(to.date),
    to && to.time !== from.time && to.time,
    to && to.place !== from.place && to.place,
  ]
    .filter(Boolean)
    .join(' ')
