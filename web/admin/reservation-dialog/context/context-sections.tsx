import type { ResponseOf } from '../../../../contract/endpoint.ts'
import { getReservationContext } from '../../../../contract/admin/reservation-context.ts'
import type { ListedMail } from '../../../../contract/admin/mails.ts'
import { reservationFacts, reservationsIn, type Reservation } from '../../../../contract/reservation.ts'
import { momentText } from '../../../components/reservation/reservation-text.ts'
import { ArrivedBadge, StatusBadge } from '../../../components/reservation/status-badge.tsx'
import { Button } from '../../../ui/controls.tsx'
import { Badge } from '../../../ui/list/badge.tsx'
import { ReadError, Skeletons } from '../../../ui/page.tsx'
import { MailFate } from '../../components/mail-fate.tsx'
import { checkResend, isOnItsWay, kindText } from '../../components/mail-text.ts'
import { resend } from '../../components/resend-mail.ts'
import { UNTOLD_TEXT } from '../../components/failed-mails.ts'
import { tierOf } from '../../../../domain/tier.ts'
import { TierBadge } from '../../../components/tier.tsx'
import { getAttention } from '../../../../contract/admin/attention.ts'
import { usePolledSoon } from '../../components/use-polled-soon.ts'
import { figures } from '../../../ui/figures.ts'
import { visitText } from '../../components/visit.tsx'
import './context-sections.css'

type Context = ResponseOf<typeof getReservationContext>

type Props = {
  reservation: Reservation
  /** Without it, other reservations are plain text. */
  onOpen: ((reservation: Reservation) => void) | undefined
}

export function ContextSections({ reservation, onOpen }: Props) {
  const read = useReservationContext(reservation)
  const { data } = read
  if (!data && read.isError)
    return <ReadError title="메일과 다른 예약을 불러오는데 실패했습니다." read={read} />
  return (
    <div className="reservation-context reservation-details__parties">
      <section className="stack" data-gap="8">
        <h3>이 예약의 메일</h3>
        {data && <Reminders reminders={data.reminders} />}
        {data ? <Mails mails={data.mails} /> : <Skeletons count={2} shape="text" />}
      </section>
      <section className="stack" data-gap="8">
        <h3>신청자의 다른 예약</h3>
        {data ? (
          <ReservationList
            reservations={reservationsIn(data.others)}
            none="다른 예약이 없습니다."
            overlapping={data.overlapping}
            onOpen={onOpen}
          />
        ) : (
          <Skeletons count={2} shape="text" />
        )}
      </section>
    </div>
  )
}

function Reminders({ reminders }: Pick<Context, 'reminders'>) {
  if (reminders.length === 0) return null
  const moments = reminders.map(({ due_at }) => momentText(due_at)).join(', ')
  return <p {...figures('muted small')}>예정된 알림: {moments}</p>
}

type MailsProps = {
  mails: readonly ListedMail[]
  /** Without it, only failed mails can be sent again. */
  onResend?: (mail: ListedMail) => void
}

export function Mails({ mails, onResend }: MailsProps) {
  if (mails.length === 0) return <p className="muted">보낸 메일이 없습니다.</p>
  return (
    <ul className="stack" data-gap="12">
      {mails.map((mail) => (
        <li key={mail.id} className="row reservation-context__item" data-wrap>
          <span className="grow">
            <span className="strong">{kindText(mail.kind)}</span>{' '}
            <span {...figures('muted small')}>{momentText(mail.sent_at ?? mail.created_at)}</span>
          </span>
          {(onResend || mail.status === 'failed') && checkResend(mail) === null && (
            <Button
              size="small"
              onClick={() => (mail.status === 'failed' ? void resend(mail) : onResend?.(mail))}
            >
              다시 보내기
              <span className="visually-hidden">{`: ${kindText(mail.kind)} 메일`}</span>
            </Button>
          )}
          <MailFate mail={mail} />
        </li>
      ))}
    </ul>
  )
}

type ListProps = Pick<Props, 'onOpen'> & {
  reservations: readonly Reservation[]
  none?: string
  /** The latest first. */
  isPast?: boolean
  overlapping?: readonly number[]
  missed?: readonly number[]
}

export function ReservationList(props: ListProps) {
  const { reservations, none, isPast = false, overlapping, missed, onOpen } = props
  if (reservations.length === 0) return <p className="muted">{none}</p>
  const startOf = (each: Reservation) => reservationFacts(each).starts_at * (isPast ? -1 : 1)
  return (
    <ul className="stack" data-gap="12">
      {[...reservations]
        .sort((a, b) => startOf(a) - startOf(b))
        .map((each) => (
          <li key={each.id} className="row reservation-context__item" data-wrap data-spread>
            {onOpen ? (
              <button
                type="button"
                className="reservation-context__open"
                aria-haspopup="dialog"
                onClick={() => onOpen(each)}
              >
                <span {...figures()}>{visitText(each)}</span>
              </button>
            ) : (
              <span {...figures()}>{visitText(each)}</span>
            )}
            <span className="row" data-wrap>
              <StatusBadge status={each.status} />
              {each.arrived_at && <ArrivedBadge at={each.arrived_at} />}
              {missed?.includes(each.id) && <Badge tone="rejected">미도착</Badge>}
              {overlapping?.includes(each.id) && <Badge tone="cancel-requested">시간 겹침</Badge>}
            </span>
          </li>
        ))}
    </ul>
  )
}

export function ContextBadges({ reservation }: { reservation: Reservation }) {
  const { data } = useReservationContext(reservation)
  if (!data) return null
  const { overlapping, mails } = data
  return (
    <>
      {overlapping.length > 0 && <Badge tone="cancel-requested">{`예약 겹침 ${overlapping.length}건`}</Badge>}
      {mails[0]?.status === 'failed' && <Badge tone="rejected">{UNTOLD_TEXT}</Badge>}
    </>
  )
}

/** The member's current data; the other facts are those at booking. */
export function MemberFacts({ reservation }: { reservation: Reservation }) {
  const { data, isError } = useReservationContext(reservation)
  const missing = <span className="muted">{isError ? '불러오지 못했습니다.' : '불러오는 중'}</span>
  const member = data?.member
  return (
    <>
      <dt>등급</dt>
      <dd>
        {member ? tierOf(member) === 'normal' ? '일반' : <TierBadge of={member} /> : data ? '—' : missing}
      </dd>
      <dt>이메일</dt>
      <dd>
        {member ? (
          <a href={`mailto:${member.email}`} translate="no">
            {member.email}
          </a>
        ) : data ? (
          '—'
        ) : (
          missing
        )}
      </dd>
    </>
  )
}

export const useReservationContext = ({ id, type }: Reservation) =>
  usePolledSoon(
    getReservationContext,
    { params: { id }, query: { type } },
    (data) => data?.mails.some(isOnItsWay),
    [getAttention],
  )
