import { spanOf } from '../../../domain/slot-choice.ts'
import { labelledName } from '../../components/tier.tsx'
import type { Booking } from '../../paths.ts'
import { figures } from '../../ui/figures.ts'

export default function MovedNote({ place, slots }: Pick<Booking, 'place' | 'slots'>) {
  const { time, end_time } = spanOf(slots)
  return (
    <>
      <span {...figures()}>{`${time} ~ ${end_time} · ${labelledName(place)}`}</span>{' '}
      <span>시간으로 변경되었습니다. 예약 신청을 다시 눌러주세요.</span>
    </>
  )
}
