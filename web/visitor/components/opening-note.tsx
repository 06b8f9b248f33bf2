import { useEffect, useEffectEvent, useState } from 'react'
import { getSchedule } from '../../../contract/schedule.ts'
import { instantText } from '../../../contract/text/opening-text.ts'
import { refresh } from '../../api/reads/use-read.ts'
import { useNow } from '../../browser/clock.ts'
import { figures } from '../../ui/figures.ts'
import { useSchedule } from './use-schedule.ts'

type Props = { date: string; onOpen?: () => unknown }

/** Says when booking opens; then has the schedule read again, and stays, so that nothing moves under a thumb. */
export function OpeningNote({ date, ...props }: Props) {
  const { data } = useSchedule(date)
  const [kept, keep] = useState(data?.opens_at)
  if (data?.opens_at && data.opens_at !== kept) keep(data.opens_at)
  return kept ? <Note {...props} opens_at={kept} isKnownOpen={data?.opens_at === null} /> : null
}

type NoteProps = Pick<Props, 'onOpen'> & { opens_at: string; isKnownOpen: boolean }

function Note({ opens_at, isKnownOpen, onOpen }: NoteProps) {
  const isDue = useNow(1_000) >= Date.parse(opens_at)
  const read = useEffectEvent(() => {
    void refresh(getSchedule)
    onOpen?.()
  })
  useEffect(() => {
    if (!isDue || isKnownOpen) return undefined
    // Repeated, because the phone's clock may be ahead; not by all phones at once.
    const timer = setInterval(() => read(), 500 + Math.random() * 1_500)
    return () => clearInterval(timer)
  }, [isDue, isKnownOpen])
  return (
    <p className="note strong" role="status" style={{ marginBottom: 'var(--space-8)' }}>
      {isKnownOpen ? (
        <span>지금 예약할 수 있습니다.</span>
      ) : (
        <span>
          예약은 <span {...figures()}>{instantText(opens_at)}</span>부터 가능합니다.
        </span>
      )}
    </p>
  )
}
