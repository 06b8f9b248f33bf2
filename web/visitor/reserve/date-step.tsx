import { listEventDates } from '../../../contract/event-date.ts'
import { koreanDate, madridDate } from '../../../domain/madrid-time.ts'
import { useNow } from '../../browser/clock.ts'
import { usePolled } from '../../api/reads/use-read.ts'
import { ChoiceList } from '../../ui/choice/choice-list.tsx'
import { StaleNote } from '../../ui/page.tsx'
import { NoDates } from '../components/no-dates.tsx'
import { NotThere, StepFrame } from './step-frame.tsx'
import { useWanted, type Wizard } from './use-wizard.ts'

export function DateStep({ wizard }: { wizard: Wizard }) {
  const dates = usePolled(listEventDates, {})
  const today = madridDate(useNow(60_000))
  const chosen = wizard.state.event_date?.date
  const { wanted } = wizard.state
  const wantedDate = dates.data?.find(({ date }) => date === wanted?.date && date >= today)
  useWanted(wizard, wantedDate && { event_date: wantedDate })
  const isReady = dates.data?.some(({ date }) => date === chosen && date >= today) ?? false
  return (
    <StepFrame wizard={wizard} isReady={isReady}>
      <StaleNote since={dates.staleSince} />
      {!dates.data && <NotThere read={dates} />}
      {dates.data?.length === 0 && <NoDates />}
      {dates.data && wanted?.date && !wantedDate && (
        <p className="note" data-large>
          요청하신 날짜는 지났거나 행사 기간이 아닙니다. 다른 날짜를 선택해주세요.
        </p>
      )}
      {dates.data && (
        <ChoiceList
          legend="날짜"
          name="date"
          choices={dates.data.map(({ date }) => ({
            value: date,
            label: (
              <time dateTime={date} translate="no">
                {koreanDate(date)}
              </time>
            ),
            notes: date === today ? ['오늘'] : date < today ? ['지난 날짜'] : [],
            disabled: date < today,
          }))}
          selected={chosen}
          onSelect={(date) => {
            const event_date = dates.data?.find((each) => each.date === date)
            if (event_date) wizard.take({ event_date })
          }}
        />
      )}
    </StepFrame>
  )
}
