import { useRef, useState } from 'react'
import { isTimeGone, placeAndTime } from '../../../contract/booking.ts'
import type { BodyOf } from '../../../contract/endpoint.ts'
import { listMails } from '../../../contract/admin/mails.ts'
import { listMembers } from '../../../contract/admin/members.ts'
import type { Member } from '../../../contract/member.ts'
import { listRoomSlots, listTourSlots } from '../../../contract/admin/slots.ts'
import { bookMeetingFor, bookTourFor, walkInMeetingFor } from '../../../contract/admin/walk-ins.ts'
import { hasTierFor, tierOf, type TierFlags } from '../../../domain/tier.ts'
import { ApiError } from '../../api/client.ts'
import { refresh } from '../../api/reads/use-read.ts'
import { openRequest, UnansweredError } from '../../api/writes/retrying-call.ts'
import { useForm } from '../../ui/form/form.tsx'
import { adminToast } from '../../ui/toast.ts'
import { refusalText } from '../components/with-toast.ts'
import { refreshReservations } from '../reservation-dialog/reservation-cache.ts'
import type { Place } from '../components/place.ts'
import { runFrom } from '../../../domain/free-run.ts'
import { freeTimes, startingTime, timesInstead } from '../../../domain/free-times.ts'
import type { Time } from '../../../domain/slot.ts'
import type { Instant } from '../../../domain/madrid-time.ts'
import { chosenTime, useDaySlots } from '../components/free-time/use-day-slots.ts'

type Props = Place & { onClose: () => void }
type Body = BodyOf<typeof bookTourFor> | BodyOf<typeof bookMeetingFor>

const UNANSWERED = '연결이 불안정해 등록 결과를 확인하지 못했습니다. 다시 눌러도 두 번 예약되지 않습니다.'

/** The desk does not see contact details and tier. */
export type Known = Pick<Member, 'id' | 'name' | 'company_name'> & Partial<Member>

/** Selected visitor: an existing member, a new one, a guest without an account, or none yet. */
export type Comer = Known | 'new' | 'guest' | null

const NORMAL = { is_vip: false, is_vvip: false }

/** Null if nobody is chosen or the tier is unknown. */
function tierFlagsOf(comer: Comer): TierFlags | null {
  if (comer === null || comer === 'new' || comer === 'guest') return comer && NORMAL
  const { is_vip, is_vvip } = comer
  return is_vip === undefined || is_vvip === undefined ? null : { is_vip, is_vvip }
}

/** `prefill` fills visitor fields that were not typed. */
export function useWalkInForm(props: Props, comer: Comer, time: WalkInTime) {
  const { kind, place, onClose } = props
  const [refused, setRefused] = useState<Comer>(null)
  const flags = tierFlagsOf(comer) ?? (comer && refused === comer ? NORMAL : null)
  const [schema] = useState(() =>
    props.kind === 'room' ? walkInMeetingFor(props.place.size) : bookTourFor.body!,
  )
  const form = useForm<Body>({
    schema,
    initial: { 'visitor.count': 1 },
    // `user_id` holds the search text.
    complete: ({ user_id: _, new_member, ...typed }) => ({
      ...typed,
      ...whoOf(comer, { new_member, visitor: typed['visitor'] as object }),
      ...placeAndTime({ kind, place, event_date_id: time.event_date_id, slots: time.chosen }),
    }),
    check: ({ overrule_tier }) =>
      flags && !overrule_tier && !hasTierFor(flags, place)
        ? { overrule_tier: `${tierOf(place)} 회원만 예약할 수 있습니다.` }
        : {},
    submit: async (body) => {
      const request = openRequest(kind === 'room' ? bookMeetingFor : bookTourFor, { body })
      const { message } = await request.send().finally(() => {
        // A new member exists, or a colleague added them first.
        if (comer === 'new') void refresh(listMembers)
      })
      adminToast.success(message)
      void refreshReservations()
      void refresh(listMails)
      onClose()
    },
    failed: (failure) => {
      if (failure instanceof UnansweredError) return UNANSWERED
      if (!(failure instanceof ApiError)) return '예약을 등록하지 못했습니다.'
      if (failure.code === 'tier_required') {
        setRefused(comer)
        return { overrule_tier: failure.text }
      }
      if (!isTimeGone(failure.code)) return refusalText(failure)
      void refresh(listTourSlots, listRoomSlots)
      return { [kind === 'room' ? 'time_slots' : 'available_tour_id']: failure.text }
    },
  })
  const prefilled = useRef<Own | null>(null)
  const prefill = (picked: Own) => {
    if (form.props.ref.current) fillIn(form.props.ref.current, picked, prefilled.current)
    prefilled.current = picked
  }
  return { form, prefill, flags }
}

function whoOf(comer: Comer, { new_member, visitor }: { new_member: unknown; visitor: object }) {
  if (comer === 'new') return { new_member }
  if (comer !== 'guest') return { user_id: comer?.id }
  return {
    user_id: null,
    visitor: Object.fromEntries(Object.entries(visitor).filter(([, text]) => text !== '')),
  }
}

type Own = Pick<Known, 'company_name' | 'name' | 'phone'>

const OWN = { 'visitor.company': 'company_name', 'visitor.name': 'name', 'visitor.phone': 'phone' } as const

/** Fills fields that are empty or still hold the previous member's values. */
function fillIn(form: HTMLFormElement, member: Own, before: Own | null) {
  for (const [name, own] of Object.entries(OWN)) {
    const field = form.elements.namedItem(name)
    if (field instanceof HTMLInputElement && ['', before?.[own]].includes(field.value))
      write(field, member[own] ?? '')
  }
}

/** Fires `input` like typing. */
export function write(field: HTMLInputElement, text: string) {
  if (field.value === text) return
  field.value = text
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

type Where = Place & { date: string; time: string }

/** A chosen time stays chosen when taken, so that the form can say so. */
export function useWalkInTime(where: Where, now: Instant) {
  const { place, date, time } = where
  const read = useDaySlots(where, date)
  const slots = read.data
  const [start, setStart] = useState<Time | null>(null)
  const [count, setCount] = useState(1)
  const free = slots ? freeTimes(slots, date, now) : []
  const begin = start === null ? startingTime(free, time) : undefined
  if (begin) setStart(begin)
  return {
    ...chosenTime(read, free, start, count),
    instead: () =>
      start && slots
        ? timesInstead(place, slots, date, { time: start.time, minutes: start.duration * count }, now)
        : [],
    chooseStart: (time: Time) => {
      setStart(time)
      setCount(Math.min(count, runFrom(free, time.id).length))
    },
    chooseCount: setCount,
  } as const
}

export type WalkInTime = ReturnType<typeof useWalkInTime>
