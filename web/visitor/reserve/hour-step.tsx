import { useState } from 'react'
import { hourOf, hoursOf, type SlotHour } from '../../../domain/slot-hours.ts'
import { freeAt, memberSlotState } from '../../../domain/slot.ts'
import { useNow } from '../../browser/clock.ts'
import { ChoiceList } from '../../ui/choice/choice-list.tsx'
import { EmptyState, StaleNote } from '../../ui/page.tsx'
import { NO_OWN_TIMES, TellOwnTimes } from '../components/own-times.ts'
import { useSchedule } from '../components/use-schedule.ts'
import { OpeningNote } from '../components/opening-note.tsx'
import { SLOTS_FAILURE, useDaySlots, wantedSlots } from './use-day-slots.ts'
import { NotThere, StepFrame } from './step-frame.tsx'
import { useWanted, WIZARDS, type Wizard } from './use-wizard.ts'

type Props = { wizard: Wizard; date: string; place: { id: number } }

export default function HourStep({ wizard, date, place }: Props) {
  const now = useNow(60_000)
  const read = useDaySlots(wizard.kind, date, place.id)
  const hours = read.slots && hoursOf(read.slots, date, now)
  const isNotOpen = Boolean(useSchedule(date).data?.opens_at)
  const [own, setOwn] = useState(NO_OWN_TIMES)
  const waiting = (read.slots ?? []).filter(
    (slot) =>
      memberSlotState(slot, { ownSlots: own.slots, hasTier: true }, date, now) === 'reserved' &&
      own.lineOf(slot, true) !== undefined,
  )
  /** Nothing is free in that hour, but there is a waiting list. */
  const isWaiting = ({ hour, state }: SlotHour) =>
    state === 'full' && waiting.some((slot) => hourOf(slot) === hour)
  const isOpen = (each: SlotHour) => each.state === 'free' || isWaiting(each)
  const { wanted, hour } = wizard.state
  const isFree = freeAt(date, now)
  const [first] = wantedSlots(wanted ?? {}, read.slots ?? [], isFree)
  useWanted(wizard, hour === undefined && first ? { hour: hourOf(first) } : undefined)
  const chosen = hours?.find((each) => each.hour === hour && isOpen(each))

  return (
    <StepFrame wizard={wizard} isReady={chosen !== undefined}>
      <TellOwnTimes onKnown={setOwn} />
      <OpeningNote date={date} onOpen={read.refetch} />
      <StaleNote since={read.staleSince} />
      {!hours && <NotThere read={read} failure={SLOTS_FAILURE} tiles />}
      {hours && !isNotOpen && !hours.some(({ state }) => state === 'free') && (
        <EmptyState
          title={hours.length === 0 ? '등록된 시간이 없습니다' : '예약할 수 있는 시간이 없습니다'}
        >{`이전 단계로 돌아가 다른 날짜나 다른 ${WIZARDS[wizard.kind].placeObject} 선택해주세요.`}</EmptyState>
      )}
      {hours && (
        <ChoiceList
          tiles
          legend="시간대"
          name="hour"
          choices={hours.map((each) => ({
            value: each.hour,
            label: `${each.hour}시`,
            notes: [
              isNotOpen && each.state === 'full' ? '예약 전' : noteOf(each),
              ...(isWaiting(each) ? ['자리 대기 가능'] : []),
            ],
            disabled: !isOpen(each),
          }))}
          selected={chosen?.hour}
          onSelect={(hour) => wizard.take({ hour })}
        />
      )}
    </StepFrame>
  )
}

function noteOf({ free, state }: SlotHour): string {
  if (state === 'past') return '지난 시간'
  return state === 'full' ? '예약 마감' : `${free}개 가능`
}
