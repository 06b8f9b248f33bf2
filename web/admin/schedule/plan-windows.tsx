import { useEffect, useRef, useState } from 'react'
import type { SlotWindow } from '../../../domain/slot-plan.ts'
import { Button, Field } from '../../ui/controls.tsx'
import { IconButton } from '../../ui/list/icon-button.tsx'
import { FIRST_WINDOWS, type PlanForm } from './use-plan-outlook.ts'

const EVENING: SlotWindow = { start_time: '18:00', end_time: '20:00' }

type Props = {
  field: PlanForm['field']
  onChange: () => void
}

export function PlanWindows({ field, onChange }: Props) {
  // Keys keep typed values when an earlier window is removed.
  const [windows, setWindows] = useState(() => FIRST_WINDOWS.map((window, key) => ({ key, window })))
  const adding = useRef<HTMLButtonElement>(null)
  // After the fields have been added or removed.
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- see above
  useEffect(onChange, [windows])
  const add = () =>
    setWindows([...windows, { key: Math.max(...windows.map(({ key }) => key)) + 1, window: EVENING }])
  const remove = (gone: number) => {
    setWindows(windows.filter(({ key }) => key !== gone))
    // The focused button is removed with its window.
    adding.current?.focus()
  }
  return (
    <fieldset className="stack" data-gap="8">
      <legend className="strong">시간대</legend>
      {windows.map(({ key, window }, n) => (
        <div key={key} className="plan__window" role="group" aria-label={`시간대 ${n + 1}`}>
          <Field
            {...field(`windows.${n}.start_time`)}
            defaultValue={window.start_time}
            label="시작 시간"
            type="time"
            required
          />
          <Field
            {...field(`windows.${n}.end_time`)}
            defaultValue={window.end_time}
            label="마지막 예약 시간"
            type="time"
            required
          />
          {windows.length > 1 && (
            <IconButton icon="trash" name={`시간대 ${n + 1} 삭제`} onClick={() => remove(key)} />
          )}
        </div>
      ))}
      <div>
        <Button size="small" onClick={add} ref={adding}>
          시간대 추가
        </Button>
      </div>
    </fieldset>
  )
}
