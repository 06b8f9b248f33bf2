import { madridDate, shortKoreanDate, type Instant } from '../../../domain/madrid-time.ts'
import { listEventDates } from '../../../contract/event-date.ts'
import { getPublicInfo } from '../../../contract/public-info.ts'
import { daysToSearch, nextFree } from '../../../domain/next-free.ts'
import { whyNothingLeft, type NothingLeft as Why } from '../../../domain/times-left.ts'
import { labelledName } from '../../components/tier.tsx'
import { useRead } from '../../api/reads/use-read.ts'
import { useSchedule } from '../components/use-schedule.ts'
import { useMember } from '../components/use-member.ts'
import { PLACE_KEYS, type DashboardState, type Kind } from '../../paths.ts'
import { Button, ButtonLink } from '../../ui/controls.tsx'
import { EmptyState, Skeleton } from '../../ui/page.tsx'
import { placesOf } from '../components/places.ts'
import { NO_TIMES } from '../components/kept-choice.ts'

type Props = {
  why: Why
  date: string
  kind: Kind
  /** The place without free times. */
  wanted: number
  now: Instant
  /** Shows another day or place and moves the focus to its times. */
  lead: (to: DashboardState) => void
}

export default function NothingLeft({ why, ...props }: Props) {
  const { data: dates } = useRead(listEventDates, {})
  // Nothing can be booked on other days either; the note above the dates says from when.
  const isOpen = useSchedule(props.date).data?.opens_at == null
  const today = madridDate(props.now)
  const days = daysToSearch(dates?.map(({ date }) => date) ?? [], props.date, today)
  return (
    isOpen && (
      <EmptyState title={titleOf(why, props.date === today)}>
        <Search {...props} days={days} isOver />
      </EmptyState>
    )
  )
}

function titleOf(why: Why, isToday: boolean): string {
  if (why === 'over') return `${isToday ? '오늘' : '이 날짜'}의 시간이 모두 지났습니다`
  return why === 'taken' ? '모두 예약되었습니다' : '예약할 수 있는 시간이 없습니다'
}

type SearchProps = Omit<Props, 'why'> & {
  days: readonly string[]
  /** All earlier days of the search are over. */
  isOver: boolean
}

/** Searches one day at a time, to save calls. */
function Search({ days, isOver, ...props }: SearchProps) {
  const { kind, wanted, now, lead } = props
  const member = useMember()
  const [date, ...later] = days as [string, ...string[]]
  const read = useSchedule(date)
  if (!read.data && !read.isEmptyDay)
    return read.isError ? <Unknown {...read} /> : <Skeleton shape="control" />
  const places = placesOf(read.data, kind)
  const found = nextFree(places, wanted, member, date, now)
  if (!found) {
    const isStillOver = isOver && places.every(({ slots }) => whyNothingLeft(slots, date, now) === 'over')
    if (later.length === 0) return <Nowhere kind={kind} isOver={isStillOver} />
    return <Search key={later[0]} {...props} days={later} isOver={isStillOver} />
  }
  const { place, slot } = found
  return (
    <>
      <p>다음으로 예약하실 수 있는 시간입니다.</p>
      <Button kind="primary" onClick={() => lead({ date, kind, [PLACE_KEYS[kind]]: place.id, ...NO_TIMES })}>
        <span translate="no">
          {date === madridDate(now) ? '오늘' : shortKoreanDate(date)} {slot.time} {labelledName(place)}
        </span>{' '}
        보기
      </Button>
    </>
  )
}

const Unknown = ({ refetch, isFetching }: { refetch: () => unknown; isFetching: boolean }) => (
  <>
    <p>다른 날짜를 확인하지 못했습니다.</p>
    <Button onClick={() => void refetch()} pending={isFetching}>
      다시 시도
    </Button>
  </>
)

const SUBJECT = { tour: '투어', room: '미팅룸' } as const

function Nowhere({ kind, isOver }: { kind: Kind; isOver: boolean }) {
  const { data } = useRead(getPublicInfo, {})
  return (
    <>
      <p>
        {isOver
          ? `행사의 ${SUBJECT[kind]} 일정이 모두 끝났습니다.`
          : `예약하실 수 있는 ${SUBJECT[kind]} 시간이 더 이상 없습니다.`}
      </p>
      {data?.contact_email && (
        <ButtonLink href={`mailto:${data.contact_email}`}>{`문의 ${data.contact_email}`}</ButtonLink>
      )}
    </>
  )
}
