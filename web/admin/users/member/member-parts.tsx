import { useState, type ReactNode } from 'react'
import type { Dashboard } from '../../../../contract/admin/dashboard.ts'
import type { ListedMail } from '../../../../contract/admin/mails.ts'
import { getStatistics } from '../../../../contract/admin/statistics.ts'
import { listWaitlistOf } from '../../../../contract/admin/waitlist.ts'
import { PAGE_SIZE } from '../../../../contract/page.ts'
import {
  reservationFacts,
  reservationsIn,
  type Reservation,
  type ReservationLists,
} from '../../../../contract/reservation.ts'
import { PASSED_OVER_TEXT, WAITLIST_STATE_TEXT } from '../../../../contract/text/waitlist-text.ts'
import { isNoShow } from '../../../../domain/arrival.ts'
import { shortKoreanDate, type Instant } from '../../../../domain/madrid-time.ts'
import { usePolled, useRead } from '../../../api/reads/use-read.ts'
import { useNow } from '../../../browser/clock.ts'
import { wantedRange } from '../../../components/waitlist-entry-text.ts'
import { figures } from '../../../ui/figures.ts'
import { Badge } from '../../../ui/list/badge.tsx'
import { Pager } from '../../../ui/list/pager.tsx'
import { LoadState, useReads } from '../../components/load-state.tsx'
import { ResendDialog } from '../../components/resend-dialog.tsx'
import { useMails } from '../../components/use-mails.ts'
import { Mails, ReservationList } from '../../reservation-dialog/context/context-sections.tsx'
import { OpenedReservation } from '../../reservation-dialog/late-dialog.tsx'
import { useOpenedReservation } from '../../reservation-dialog/use-opened-reservation.ts'

type PartProps = { title: string; count?: string | false; children: ReactNode }

const Part = ({ title, count, children }: PartProps) => (
  <section className="card stack reservation-context__part" data-gap="12" aria-label={title}>
    <h2>
      <span>{title}</span> <span {...figures('muted small')}>{count}</span>
    </h2>
    {children}
  </section>
)

type ReservationsProps = { lists: ReservationLists; places: Pick<Dashboard, 'docents' | 'rooms'> }

export function ReservationsOf({ lists, places }: ReservationsProps) {
  const now = useNow(60_000)
  const { opened, open, close } = useOpenedReservation(lists)
  const all = reservationsIn(lists)
  const missed = useMissed(all, now)
  const arrived = all.filter(({ arrived_at }) => arrived_at !== null)
  const isAhead = (each: Reservation) => reservationFacts(each).ends_at > now
  const past = all.filter((each) => !isAhead(each))
  const count = `${all.length}건 · 도착 ${arrived.length}건 · 미도착 ${missed.length}건`
  return (
    <Part title="예약" count={all.length > 0 && count}>
      <ReservationList reservations={all.filter(isAhead)} none="다가오는 예약이 없습니다." onOpen={open} />
      {past.length > 0 && <h3 className="small muted">지난 예약</h3>}
      {past.length > 0 && <ReservationList reservations={past} isPast missed={missed} onOpen={open} />}
      <OpenedReservation {...{ opened, close }} places={places} />
    </Part>
  )
}

/** Their ids; only of days with enough marked arrivals, as in the statistics. */
function useMissed(all: readonly Reservation[], now: Instant): number[] {
  const days = useRead(getStatistics, { query: {} }, { enabled: all.length > 0 }).data?.arrivals
  const at = (moment: string | null) => (moment === null ? null : Date.parse(moment))
  const isMissed = (each: Reservation) => {
    const facts = reservationFacts(each)
    const known = days?.find(({ date }) => date === facts.date)?.no_shows
    const isKnown = known?.[each.type === 'VIP_TOUR' ? 'tours' : 'meetings'] != null
    const marks = { arrived_at: at(each.arrived_at), ended_at: at(each.ended_at) }
    return isNoShow({ ...facts, ...marks }, isKnown, now)
  }
  return all.filter(isMissed).map(({ id }) => id)
}

export function WaitlistOf({ user }: { user: string }) {
  const line = usePolled(listWaitlistOf, { query: { user } })
  const reads = useReads({ line }, '자리 대기를 불러오는데 실패했습니다.', { isBanner: true })
  return (
    <Part title="자리 대기">
      <LoadState reads={reads}>
        {({ line: { entries } }) => (
          <ul className="stack" data-gap="12">
            {entries.length === 0 && <li className="muted">자리 대기가 없습니다.</li>}
            {entries.map((entry) => (
              <li key={entry.id} className="row reservation-context__item" data-wrap data-spread>
                <span {...figures()}>
                  {shortKoreanDate(entry.event_date.date)} {wantedRange(entry)} ·{' '}
                  {entry.type === 'VIP_TOUR' ? entry.docent.name : entry.room.name}
                </span>
                <Badge tone={entry.place === null ? 'ended' : 'held'}>
                  {entry.place === null ? WAITLIST_STATE_TEXT[entry.state] : `대기 ${entry.place}번째`}
                </Badge>
                {entry.passed_over && <p className="muted small">{PASSED_OVER_TEXT[entry.passed_over]}</p>}
              </li>
            ))}
          </ul>
        )}
      </LoadState>
    </Part>
  )
}

export function MailsOf({ user }: { user: string }) {
  const [page, setPage] = useState(1)
  const [asked, ask] = useState<ListedMail | null>(null)
  const mails = useMails({ user, page: String(page) })
  const reads = useReads({ mails }, '메일 목록을 불러오는데 실패했습니다.', { isBanner: true })
  const count = mails.data?.count ?? 0
  return (
    <Part title="메일" count={count > 0 && `${count.toLocaleString('ko')}통`}>
      <LoadState reads={reads}>{({ mails }) => <Mails mails={mails.results} onResend={ask} />}</LoadState>
      <Pager label="메일 목록 페이지" page={page} count={count} pageSize={PAGE_SIZE.log} onPage={setPage} />
      {asked && <ResendDialog mail={asked} onClose={() => ask(null)} />}
    </Part>
  )
}
