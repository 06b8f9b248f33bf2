import type { ReactNode } from 'react'
import type { Dashboard } from '../../../contract/admin/dashboard.ts'
import { moveReservation } from '../../../contract/admin/moves.ts'
import { editVisitor } from '../../../contract/admin/reservation-edits.ts'
import { reservationFacts, type Reservation } from '../../../contract/reservation.ts'
import { isErased, WALK_IN_TEXT } from '../../../contract/text/applicant-text.ts'
import { VISITOR_FIELDS, type Visitor } from '../../../contract/visitor.ts'
import { koreanDate, type Instant } from '../../../domain/madrid-time.ts'
import { displayedStatus, isAwaited } from '../../../domain/reservation.ts'
import { lazy } from '../../shell/lazy.tsx'
import { Button } from '../../ui/controls.tsx'
import { ArrivedBadge, StatusBadge } from '../../components/reservation/status-badge.tsx'
import { TierBadge } from '../../components/tier.tsx'
import {
  minutesOf,
  momentText,
  placeName,
  spanText,
  timeRange,
  whereOf,
} from '../../components/reservation/reservation-text.ts'
import { ContextBadges, ContextSections, MemberFacts } from './context/context-sections.tsx'
import { ReservationHistory } from './reservation-history.tsx'
import { waitingSince, waitingText } from './waiting-text.ts'
import { Badge } from '../../ui/list/badge.tsx'
import { MemberLink } from '../components/member-link.tsx'
import { changeText } from '../components/change-text.ts'
import { UndoButton } from '../components/marks/undo-button.tsx'
import { useMay } from '../components/use-may.ts'
import { waitingText as lineText } from '../components/waitlist/waiting-counts.ts'
import { useLineOf } from './line/use-line-of.ts'
import { figures } from '../../ui/figures.ts'
import './reservation-details.css'

// Few reservations have a waiting list.
const LineSection = lazy(() => import('./line/line-section.tsx'))

type Props = {
  reservation: Reservation
  places: Pick<Dashboard, 'docents' | 'rooms'>
  now: Instant
  onEdit: (part: EditedPart) => void
  onOpen: ((reservation: Reservation) => void) | undefined
}

export type EditedPart = 'visitor' | 'note' | 'move'

export function ReservationDetails({ reservation, places, now, onEdit, onOpen }: Props) {
  const may = useMay()
  const facts = reservationFacts(reservation)
  const status = displayedStatus(facts, now)
  const isWaiting = status === 'PENDING' || status === 'CANCEL_REQUESTED'
  const edit = (part: EditedPart) => (isErased(reservation) ? undefined : () => onEdit(part))
  return (
    <div className="stack" data-gap="24">
      <div className="stack" data-gap="8">
        <div className="row" data-wrap aria-live="polite">
          <StatusBadge status={status} />
          <span className="strong">{reservation.type === 'VIP_TOUR' ? 'VIP 투어' : '미팅룸'}</span>
          <span {...figures('muted')}>
            {isWaiting && waitingText(waitingSince(reservation), now)}
            {status !== 'APPROVED' && !isWaiting && '처리가 끝난 예약입니다.'}
          </span>
          <ContextBadges reservation={reservation} />
          <LineBadge reservation={reservation} />
          {reservation.arrived_at && <ArrivedBadge at={reservation.arrived_at} />}
          <UndoButton {...reservation} name={reservation.visitor.name} now={now} />
        </div>
        <p {...figures('large')}>
          {koreanDate(facts.date)}
          <br />
          {spanText(reservation)}{' '}
          <span className="muted small">
            {reservation.ended_at ? `예약 시간 ${timeRange(reservation)}` : `${minutesOf(reservation)}분`}
          </span>
        </p>
        <p {...figures('strong')}>{changeText(reservation)}</p>
        <Place reservation={reservation} places={places} />
        {isAwaited(facts, now) && may(moveReservation) && (
          <div>
            <Button size="small" aria-haspopup="dialog" onClick={() => onEdit('move')}>
              시간·장소 변경
            </Button>
          </div>
        )}
      </div>
      {status === 'CANCEL_REQUESTED' && reservation.cancel_note && (
        <div className="reservation-details__request">
          <h3>취소 요청 사유</h3>
          <p>{reservation.cancel_note}</p>
        </div>
      )}
      <div className="reservation-details__parties">
        <Visitor reservation={reservation} onEdit={may(editVisitor) ? edit('visitor') : undefined} />
        <Applicant reservation={reservation} />
      </div>
      <Rest reservation={reservation} status={status} onEdit={edit('note')} />
      <ContextSections reservation={reservation} onOpen={onOpen} />
      <LineSection reservation={reservation} />
      <ReservationHistory reservation={reservation} />
    </div>
  )
}

function Place({ reservation, places }: Pick<Props, 'reservation' | 'places'>) {
  const isTour = reservation.type === 'VIP_TOUR'
  const { id } = isTour ? reservation.available_tour.docent : reservation.room
  const tier = (isTour ? places.docents : places.rooms).find((place) => place.id === id)
  return (
    <p className="row" data-wrap>
      {tier && <TierBadge of={tier} />}
      <span {...figures('strong')}>{placeName(reservation)}</span>
      <span className="muted">
        {isTour
          ? whereOf(reservation).filter(Boolean).join(' · ')
          : `${reservation.room.floor}층 · 정원 ${reservation.room.size}명`}
      </span>
    </p>
  )
}

type Editable = { reservation: Reservation; onEdit: (() => void) | undefined }

function Visitor({ reservation, onEdit }: Editable) {
  const visitor: Visitor = reservation.visitor
  const texts = VISITOR_FIELDS.filter(({ field, kind }) => !kind && field !== 'company')
  return (
    <Facts title="방문자" edit="방문자 정보 수정" onEdit={onEdit}>
      <Fact name="회사">
        <span translate="no">{visitor.company}</span>
      </Fact>
      {texts.map(
        ({ field, label, short = label }) =>
          visitor[field] && (
            <Fact key={field} name={short}>
              <span translate="no">{visitor[field]}</span>
            </Fact>
          ),
      )}
      <Fact name="연락처">
        {visitor.phone ? <Phone number={String(visitor.phone)} /> : <span className="muted">없음</span>}
      </Fact>
      <Fact name="인원">
        <span {...figures()}>{visitor.count}명</span>
      </Fact>
    </Facts>
  )
}

const Applicant = ({ reservation }: Pick<Props, 'reservation'>) => {
  const { user } = reservation
  if (!user)
    return (
      <Facts title="신청자">
        <Fact name="이름">{WALK_IN_TEXT}</Fact>
      </Facts>
    )
  return (
    <Facts title="신청자">
      <Fact name="회사">
        <span translate="no">{user.company_name}</span>
      </Fact>
      <Fact name="이름">
        <MemberLink id={user.id}>
          <span translate="no">{user.name}</span>
        </MemberLink>{' '}
        <span className="muted">{user.position}</span>
      </Fact>
      <Fact name="연락처">{user.phone && <Phone number={user.phone} />}</Fact>
      <MemberFacts reservation={reservation} />
    </Facts>
  )
}

const Rest = ({ reservation, status, onEdit }: Editable & Pick<Reservation, 'status'>) => (
  <Facts title="추가 정보" edit="추가 정보 수정" onEdit={onEdit}>
    <Fact name="요청 사항">{reservation.note || <span className="muted">없음</span>}</Fact>
    {reservation.cancel_note && status !== 'CANCEL_REQUESTED' && (
      <Fact name="사유">{reservation.cancel_note}</Fact>
    )}
    {reservation.feedback && <Fact name="피드백">{reservation.feedback}</Fact>}
    {reservation.created_at && (
      <Fact name="신청 일시">
        <span {...figures()}>{momentText(reservation.created_at)}</span>
      </Fact>
    )}
    {reservation.updated_at !== reservation.created_at && (
      <Fact name="최근 변경">
        <span {...figures()}>{momentText(reservation.updated_at)}</span>
      </Fact>
    )}
  </Facts>
)

type FactsProps = {
  title: string
  edit?: string
  onEdit?: (() => void) | undefined
  children: ReactNode
}

const Facts = ({ title, edit, onEdit, children }: FactsProps) => (
  <section className="stack" data-gap="8">
    <div className="row reservation-details__title" data-spread>
      <h3>{title}</h3>
      {onEdit && (
        <Button size="small" aria-label={edit} onClick={onEdit}>
          수정
        </Button>
      )}
    </div>
    <dl className="facts reservation-details__facts">{children}</dl>
  </section>
)

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </>
)

// Administrators call from the phone in their hand.
const Phone = ({ number }: { number: string }) => (
  <a href={`tel:${number}`} {...figures()}>
    {number}
  </a>
)

function LineBadge({ reservation }: { reservation: Reservation }) {
  const { data } = useLineOf(reservation)
  return data !== undefined && data.count > 0 && <Badge tone="held">{lineText(data.count)}</Badge>
}
