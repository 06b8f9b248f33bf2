import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { shortKoreanDate } from '../../../domain/madrid-time.ts'
import { labelledName } from '../../components/tier.tsx'
import { LIST_PATHS, PLACE_KEYS } from '../../paths.ts'
import { Button } from '../../ui/controls.tsx'
import { figures } from '../../ui/figures.ts'
import { Icon } from '../../ui/icon.tsx'
import { ActionBar } from '../components/action-bar.tsx'
import { asked, wereBooked } from '../components/booked-slots.ts'
import type { EntryNotes } from '../components/use-own-entry.ts'
import type { DayProps } from './use-day-choice.ts'
import './requested-card.css'

const NEXT: Readonly<Record<string, string>> = {
  PENDING: '관리자가 검토하면 이메일로 알려드립니다.',
  APPROVED: '예약이 바로 승인되었습니다. 안내 메일을 확인해주세요.',
  change: '승인될 때까지 지금 예약이 유지되며, 결과는 이메일로 알려드립니다.',
  waits: '자리가 나면 신청되고 이메일로 알려드립니다.',
}

/** Stays until the visitor goes on. Not a live region, because the toast has announced the request. */
export function RequestedCard({ day, kind, places, choice }: DayProps) {
  const [, navigate] = useLocation()
  const card = useRef<HTMLElement>(null)
  const { date, docent_id, room_id, start, slot_ids = [] } = choice
  const [what] = useState(() => {
    const place = places.find(({ id }) => id === choice[PLACE_KEYS[kind]])
    const slots = place?.slots.filter(({ id }) => slot_ids.includes(id)) ?? []
    const [first, last] = [slots[0], slots.at(-1)]
    return first && `${shortKoreanDate(day.date)} ${first.time} ~ ${last!.end_time} · ${labelledName(place!)}`
  })
  const now = { looked: [date, kind, docent_id, room_id, start].join(' '), slots: String(slot_ids) }
  const [then] = useState(now)
  // Another time may have been chosen before this part had loaded.
  const [next, setNext] = useState(wereBooked(slot_ids) ? NEXT[asked.last ?? ''] : undefined)
  const isLeft = now.looked !== then.looked || (now.slots !== '' && now.slots !== then.slots)
  if (next && isLeft) setNext(undefined)
  useEffect(() => {
    // Once: neither a reload nor a return shows it again.
    asked.last = null
    const dialogs = () => (history.state as EntryNotes | null)?.dialogs ?? 0
    let open = dialogs()
    const note = () => (open = dialogs())
    // A dialog that closes goes back by one entry, too.
    const wentBack = () => {
      if (open === 0) setNext(undefined)
      note()
    }
    addEventListener('pushState', note)
    addEventListener('popstate', wentBack)
    return () => {
      removeEventListener('pushState', note)
      removeEventListener('popstate', wentBack)
    }
  }, [])
  if (!next) return null
  const goOn = () => {
    const times = card.current!.parentElement!.querySelector<HTMLElement>(
      '[aria-label="시간 선택"] :is(h2, [tabindex="0"])',
    )
    setNext(undefined)
    times?.focus()
  }
  return (
    <section className="requested" aria-label="신청 안내" ref={card}>
      <ActionBar>
        <p className="row grow">
          <Icon name="check" />
          <span className="grow">
            {what && <strong {...figures()}>{what}</strong>} <span>{next}</span>
          </span>
        </p>
        <Button onClick={() => navigate(LIST_PATHS[kind])}>예약내역 보기</Button>
        <Button onClick={goOn}>하나 더 예약</Button>
      </ActionBar>
    </section>
  )
}
