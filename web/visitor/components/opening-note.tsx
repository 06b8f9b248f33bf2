import { useEffect } from 'react'
import { getSchedule } from '../../../contract/schedule.ts'
import { listAvailableRooms, listAvailableTours } from '../../../contract/slot.ts'
import { instantText } from '../../../contract/text/opening-text.ts'
import { refresh } from '../../api/reads/use-read.ts'
import { useNow } from '../../browser/clock.ts'
import { figures } from '../../ui/figures.ts'
import { useSchedule } from './use-schedule.ts'

/** Until booking opens, says when; then shows what can be booked. */
export function OpeningNote({ date }: { date: string }) {
  const { data } = useSchedule(date)
  return data?.opens_at ? <NotOpen opens_at={data.opens_at} /> : null
}

function NotOpen({ opens_at }: { opens_at: string }) {
  const isOver = useNow(1_000) >= Date.parse(opens_at)
  useEffect(() => {
    if (!isOver) return
    // Again and again: the phone's clock may be a little ahead. Not all phones at once.
    const timer = setInterval(
      () => void refresh(getSchedule, listAvailableTours, listAvailableRooms),
      500 + Math.random() * 1_500,
    )
    return () => clearInterval(timer)
  }, [isOver])
  return isOver ? null : (
    <p className="note strong">
      예약은 <span {...figures()}>{instantText(opens_at)}</span>부터 가능합니다.
    </p>
  )
}
