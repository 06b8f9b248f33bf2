import { TOO_MANY_TEXT } from '../../../contract/admin/slot-plan.ts'
import { PlanMatrix } from './plan-matrix.tsx'
import type { SlotKind } from './slot-kind.ts'
import type { PlanOutlook } from './use-plan-outlook.ts'

export function PlanTable({ kind, plan }: { kind: SlotKind; plan: PlanOutlook }) {
  const { day, shown, isTooMuch, outlook } = plan
  const { interval_minutes, duration_minutes } = day.plan
  return (
    <div className="stack" data-gap="8">
      <div className="plan-note numerals" role="status">
        <Summary {...plan} noun={kind.place} />
        {isTooMuch && <p className="plan-note__warning">{TOO_MANY_TEXT}</p>}
        {interval_minutes < duration_minutes && (
          <p className="plan-note__warning">간격이 소요 시간보다 짧아, 서로 겹치는 시간은 건너뜁니다.</p>
        )}
      </div>
      {outlook && (
        <PlanMatrix
          label="만들어질 시간"
          noun={kind.place}
          {...shown}
          cells={outlook.cells}
          isStale={!day.isTyped}
        />
      )}
    </div>
  )
}

function Summary({ day, outlook, isTooMuch, noun }: PlanOutlook & { noun: string }) {
  if (!day.isTyped) return <p className="muted">시간대와 간격, 소요 시간을 확인해주세요.</p>
  if (isTooMuch) return null
  if (!outlook) return <p className="muted">{noun}, 날짜를 하나 이상 선택해주세요.</p>
  const { created, skipped } = outlook.total
  return (
    <p>
      <strong>{created.toLocaleString('ko')}개</strong>가 추가됩니다.
      {skipped > 0 && ` 겹치거나 만들 수 없는 ${skipped.toLocaleString('ko')}개는 건너뜁니다.`}
    </p>
  )
}
