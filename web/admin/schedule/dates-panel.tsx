import { useState } from 'react'
import {
  addEventDate,
  addEventDates,
  countEventDates,
  listEventDatesAsAdmin,
  PAST_DATE_TEXT,
} from '../../../contract/admin/event-dates.ts'
import { koreanDate, madridDate } from '../../../domain/madrid-time.ts'
import { LoadState, useReads } from '../components/load-state.tsx'
import { now, useNow } from '../../browser/clock.ts'
import { usePolled } from '../../api/reads/use-read.ts'
import { Cell } from '../../ui/list/table.tsx'
import { CopyDayButton } from './copy-day-button.tsx'
import { ItemList } from './item-list.tsx'
import { Panel } from './panel.tsx'
import { DATES } from './deletable-resource.ts'
import { failureText, withToast } from '../components/with-toast.ts'
import { call } from '../../api/client.ts'
import { Button, Field } from '../../ui/controls.tsx'
import { FormError, useForm } from '../../ui/form/form.tsx'
import { refreshSchedule } from './refresh-schedule.ts'
import { figures } from '../../ui/figures.ts'

export function DatesPanel() {
  // Remounts the list after an addition, which drops the choice.
  const [additions, setAdditions] = useState(0)
  const added = () => setAdditions((count) => count + 1)
  const dates = usePolled(listEventDatesAsAdmin, {})
  // The list does not wait for its counts.
  const counts = usePolled(countEventDates, {}).data
  const reads = useReads({ dates }, '날짜 목록을 불러오는데 실패했습니다.')
  const today = madridDate(useNow(60_000))
  const when = (date: string) => (date === today ? '오늘' : date < today ? '지난 날짜' : null)
  return (
    <Panel
      title="날짜 관리"
      staleSince={reads.staleSince}
      aside={
        <>
          <AddDateForm onAdded={added} />
          <AddDatesForm onAdded={added} />
        </>
      }
    >
      <LoadState reads={reads}>
        {({ dates }) => (
          <ItemList
            key={additions}
            resource={DATES}
            items={dates}
            columns={[
              { name: '날짜' },
              { name: '투어 시간', numeric: true },
              { name: '미팅룸 시간', numeric: true },
              { name: '끝나지 않은 예약', numeric: true },
              { name: '다른 날짜로' },
            ]}
            renderCells={({ id, date }) => (
              <>
                <Cell kind="title">
                  <span {...figures()}>{koreanDate(date)}</span>{' '}
                  {when(date) && <span className="muted small">{when(date)}</span>}
                </Cell>
                <Counts of={counts?.find((day) => day.id === id)} />
                <Cell label="다른 날짜로">
                  <CopyDayButton from={date} />
                </Cell>
              </>
            )}
            whenEmpty="행사 날짜를 하루씩 또는 기간으로 추가해주세요."
          />
        )}
      </LoadState>
    </Panel>
  )
}

type Counted = { tour_slots: number; room_slots: number; reservations: number }

const Counts = ({ of }: { of: Counted | undefined }) => (
  <>
    <Cell label="투어 시간" numeric>
      {amount(of?.tour_slots)}
    </Cell>
    <Cell label="미팅룸 시간" numeric>
      {amount(of?.room_slots)}
    </Cell>
    <Cell label="끝나지 않은 예약" numeric>
      {amount(of?.reservations, '건')}
    </Cell>
  </>
)

const amount = (count: number | undefined, unit = '개') =>
  count === undefined ? '' : `${count.toLocaleString('ko')}${unit}`

const isPast = (date: string) => date < madridDate(now())
const ADD_FAILED = '날짜 추가에 실패했습니다.'
const ADD_MANY_FAILED = '날짜 일괄 추가에 실패했습니다.'

type Props = { onAdded: () => void }

function AddDateForm({ onAdded }: Props) {
  const form = useForm({
    schema: addEventDate.body!,
    check: ({ date }): Record<string, string> => (isPast(date) ? { date: PAST_DATE_TEXT } : {}),
    submit: async (body) => {
      await withToast(() => call(addEventDate, { body }), ADD_FAILED)
      form.props.ref.current?.reset()
      onAdded()
      void refreshSchedule()
    },
    failed: (failure) => ({ date: failureText(failure, ADD_FAILED) }),
  })
  return (
    <form {...form.props} className="card stack" data-gap="12" aria-label="날짜 하루 추가">
      <h3>하루 추가</h3>
      <Field {...form.field('date')} label="날짜" type="date" required />
      <AddButton pending={form.pending} />
    </form>
  )
}

function AddDatesForm({ onAdded }: Props) {
  const form = useForm({
    schema: addEventDates.body!,
    check: ({ start_date }): Record<string, string> =>
      isPast(start_date) ? { start_date: PAST_DATE_TEXT } : {},
    submit: async (body) => {
      await withToast(() => addAll(body), ADD_MANY_FAILED)
      form.props.ref.current?.reset()
      onAdded()
      void refreshSchedule()
    },
    failed: (failure) => failureText(failure, ADD_MANY_FAILED),
  })
  return (
    <form {...form.props} className="card stack" data-gap="12" aria-label="날짜 기간 추가">
      <h3>기간 추가</h3>
      <div className="schedule__fields">
        <Field {...form.field('start_date')} label="시작일" type="date" required />
        <Field {...form.field('end_date')} label="종료일" type="date" required />
      </div>
      <FormError text={form.error} />
      <AddButton pending={form.pending} />
    </form>
  )
}

async function addAll(body: { start_date: string; end_date: string }) {
  const { message, created, skipped } = await call(addEventDates, { body })
  return { message: skipped > 0 ? `${message} 추가 ${created}개, 이미 등록됨 ${skipped}개` : message }
}

const AddButton = ({ pending }: { pending: boolean }) => (
  <div className="schedule__buttons">
    <Button type="submit" kind="primary" pending={pending} pendingLabel="추가 중...">
      추가
    </Button>
  </div>
)
