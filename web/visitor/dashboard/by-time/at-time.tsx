import { useEffect, useRef } from 'react'
import { placeText } from '../../../../contract/text/line-place-text.ts'
import { labelledName } from '../../../components/tier.tsx'
import { Button, SelectField } from '../../../ui/controls.tsx'
import { ChoiceList } from '../../../ui/choice/choice-list.tsx'
import { Badge } from '../../../ui/list/badge.tsx'
import { EmptyState } from '../../../ui/page.tsx'
import type { Kind } from '../../../paths.ts'
import type { useByTime } from './use-by-time.ts'
import { figures } from '../../../ui/figures.ts'

type Props = Omit<ReturnType<typeof useByTime>, 'start'> & {
  kind: Kind
  start: string
  onAsk: (place: number, slot_ids: readonly number[]) => void
}

export function AtTime({
  kind,
  start,
  found,
  taken,
  length,
  choice,
  chooseStart,
  choosePlace,
  onAsk,
  ...rest
}: Props) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    // The pressed time is gone.
    if (document.activeElement === document.body) heading.current?.focus()
  }, [])
  return (
    <>
      <div className="row" data-wrap data-spread>
        <h2 className="time-large" tabIndex={-1} ref={heading}>
          <span translate="no">{start}</span> ·{' '}
          <span translate="no">{`${found.length}${kind === 'tour' ? '명' : '곳'}`}</span> 가능
        </h2>
        <Button onClick={() => chooseStart(null)}>시간 바꾸기</Button>
      </div>
      {length && <LengthField length={length} {...rest} />}
      {found.length > 0 ? (
        <ChoiceList
          legend={kind === 'tour' ? '도슨트' : '미팅룸'}
          name="place"
          choices={found.map(({ place, slots }) => ({
            value: place.id,
            label: labelledName(place),
            notes: [place.facts.join(' · '), ...(kind === 'tour' ? [`${slots[0]!.end_time}까지`] : [])],
          }))}
          selected={choice.place?.id}
          onSelect={choosePlace}
        />
      ) : !length ? (
        <EmptyState
          title={
            <span>
              <span translate="no">{start}</span> 시간은 모두 예약되었습니다
            </span>
          }
        />
      ) : (
        <EmptyState
          title={
            <span>
              <span translate="no">{`${start}부터 ${length.minutes}분`}</span> 동안 이용할 수 있는 미팅룸이
              없습니다.
            </span>
          }
        >
          이용 시간이나 시작 시간을 바꿔주세요.
        </EmptyState>
      )}
      {taken.length > 0 && (
        <section className="stack" data-gap="8">
          <h3 className="muted">{`예약된 ${kind === 'tour' ? '도슨트' : '미팅룸'}`}</h3>
          <ul className="by-time__line">
            {taken.map(({ place, slots, line }) => (
              <li key={place.id} className="row" data-spread>
                <span translate="no">{labelledName(place)}</span>
                {line > 0 ? (
                  <Badge tone="held">{placeText(line)}</Badge>
                ) : (
                  <Button size="small" onClick={() => onAsk(place.id, idsOf(slots))}>
                    자리가 나면 신청하기
                    <span {...figures('visually-hidden')}>: {place.name}</span>
                  </Button>
                )}
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

type LengthProps = Pick<ReturnType<typeof useByTime>, 'lengths' | 'chooseLength'> & {
  length: { minutes: number }
}

const LengthField = ({ length, lengths, chooseLength }: LengthProps) => (
  <SelectField
    label="이용 시간"
    name="minutes"
    value={length.minutes}
    onChange={(event) => chooseLength(Number(event.currentTarget.value))}
  >
    {lengths.map(({ minutes, end_time, places }) => (
      <option key={minutes} value={minutes} translate="no">
        {minutes}분 ({end_time}까지) · {places}곳 가능
      </option>
    ))}
  </SelectField>
)

const idsOf = (slots: readonly { id: number }[]) => slots.map(({ id }) => id)
