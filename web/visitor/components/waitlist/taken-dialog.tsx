import { useState } from 'react'
import { shortKoreanDate, type Instant } from '../../../../domain/madrid-time.ts'
import { spanOf } from '../../../../domain/slot-choice.ts'
import { hasTaken, takenRun } from '../../../../domain/taken-run.ts'
import { hasTierFor, type TierFlags } from '../../../../domain/tier.ts'
import { BLOCKED_TEXT } from '../../../components/slot-text.ts'
import { labelledName } from '../../../components/tier.tsx'
import { now as readClock } from '../../../browser/clock.ts'
import type { ChosenSlot } from '../../../paths.ts'
import { Button, SelectField } from '../../../ui/controls.tsx'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { useOwnTimes } from '../own-times/use-own-times.ts'
import { useMember } from '../use-member.ts'
import { BY_TIER, fullText, useWaitlist } from './use-waitlist.ts'
import { figures } from '../../../ui/figures.ts'

type DaySlot = ChosenSlot & { is_locked: boolean; reservation: unknown }

export type TakenGrid = {
  kind: 'tour' | 'room'
  date: string
  now: Instant
  place: TierFlags & { name: string; slots: readonly DaySlot[] }
  /** Books the times, or waits for them. */
  onWait: (slots: readonly ChosenSlot[], waits: boolean) => void
}

type Props = TakenGrid & {
  slot_ids: readonly number[]
  onClose: () => void
}

export default function TakenDialog({ slot_ids: tapped, ...grid }: Props) {
  const { kind, date, place, onClose, onWait } = grid
  // A tour is one slot: the last one.
  const slot_ids = kind === 'tour' ? tapped.slice(-1) : tapped
  const props = { ...grid, slot_ids }
  const lengths = useLengths(props)
  const [minutes, setMinutes] = useState(lengths[0]?.minutes)
  const length = lengths.find((each) => each.minutes === minutes) ?? lengths[0]
  const { isFull, max } = useWaitlist()
  const waits = length?.isTaken ?? true
  const may = length !== undefined && !(waits && isFull)
  const take = () => {
    onClose()
    onWait(length!.slots, waits)
  }
  return (
    <Dialog
      kind="alert"
      title={length ? (waits ? '이미 예약된 시간입니다' : '지금 예약할 수 있습니다') : '예약 안내'}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose} {...(!may && { 'data-autofocus': true })}>
            {length ? '닫기' : '확인'}
          </Button>
          {may && (
            <Button kind="primary" data-autofocus onClick={take}>
              {waits ? '자리가 나면 신청하기' : '예약하기'}
            </Button>
          )}
        </>
      }
    >
      <div className="stack" data-gap="12">
        {slot_ids.length > 1 ? <p>{BLOCKED_TEXT}</p> : !length && <p>{GONE}</p>}
        {length && (
          <div>
            <p {...figures('time-large')}>
              {length.time} ~ {length.end_time}
            </p>
            <p {...figures('muted')}>
              {shortKoreanDate(date)} · {labelledName(place)}
            </p>
          </div>
        )}
        {length && kind === 'room' && (
          <SelectField
            label="이용 시간"
            name="minutes"
            value={length.minutes}
            onChange={(event) => setMinutes(Number(event.currentTarget.value))}
          >
            {lengths.map((each) => (
              <option key={each.minutes} value={each.minutes} translate="no">
                {each.minutes}분 ({each.end_time}까지)
              </option>
            ))}
          </SelectField>
        )}
        {length && waits && <p>{isFull ? fullText(max) : HOW}</p>}
      </div>
    </Dialog>
  )
}

const GONE = '지금은 예약하거나 기다릴 수 없는 시간입니다.'
const HOW = `신청서를 미리 작성해 두시면, 자리가 나는 대로 신청되고 이메일로 안내드립니다. ${BY_TIER}`

/** From the first slot on; a tour has one length. */
function useLengths({ kind, date, now, place, slot_ids }: Props) {
  const member = useMember()
  const { slots: ownSlots } = useOwnTimes()
  // The screen's clock ticks by the minute; times that began since are not offered.
  const at = Math.max(now, readClock())
  const waiter = { ownSlots, hasTier: hasTierFor(member, place) }
  const first = place.slots.findIndex(({ id }) => slot_ids.includes(id))
  const last = place.slots.findLastIndex(({ id }) => slot_ids.includes(id))
  const asked = place.slots.slice(first, last + 1)
  const whole = first < 0 ? [] : takenRun(place.slots, place.slots[first]!.id, waiter, date, at)
  // Times between two tapped ones were meant too.
  const run = asked.every((slot, i) => whole[i] === slot) ? whole : []
  const ends = kind === 'tour' ? run.slice(0, 1) : run
  const all = ends.map((_, i) => {
    const slots = run.slice(0, i + 1)
    return { slots, ...spanOf(slots), isTaken: hasTaken(slots, waiter, date, at) }
  })
  return slot_ids.length > 1 ? all.slice(asked.length - 1) : all
}
