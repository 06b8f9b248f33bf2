import type { EventDate } from '../../../contract/event-date.ts'
import type { SlotPlan } from '../../../domain/slot-plan.ts'
import { useRead } from '../../api/reads/use-read.ts'
import type { Typed } from '../../ui/form/form.tsx'
import { previewOf } from './plan-preview.ts'
import { queryOf, type SlotKind } from './slot-kind.ts'
import { figures } from '../../ui/figures.ts'
import { ReadError } from '../../ui/page.tsx'

type Props = {
  kind: SlotKind
  /** Typed so far, valid or not. */
  plan: Typed | null
  dates: readonly EventDate[]
}

export function PlanNote({ kind, plan, dates }: Props) {
  const parsed = kind.add.body!.safeParse(plan)
  const date = parsed.success && dates.find(({ id }) => id === parsed.data.event_date_id)?.date
  return (
    <div className="stack" data-gap="8" role="status">
      {parsed.success && date ? (
        <Preview kind={kind} place={Number(plan?.[kind.placeField])} plan={{ ...parsed.data, date }} />
      ) : (
        <p className="muted">{`${kind.place}, 날짜, 시간을 정하면 추가될 개수를 미리 볼 수 있습니다.`}</p>
      )}
      {Number(plan?.['interval_minutes']) < Number(plan?.['duration']) && (
        <p className="warning medium">간격이 소요 시간보다 짧아, 서로 겹치는 시간은 건너뜁니다.</p>
      )}
    </div>
  )
}

function Preview({ kind, place, plan }: { kind: SlotKind; place: number; plan: SlotPlan }) {
  const slots = useRead<SlotKind['slots']>(kind.slots, { query: queryOf(kind, { place, date: plan.date }) })
  if (!slots.data)
    return slots.isError ? (
      <ReadError title="이미 있는 시간을 확인하지 못했습니다." read={slots} />
    ) : (
      <p className="muted">이미 있는 시간을 확인하고 있습니다.</p>
    )
  const { created, skipped, span, reopened } = previewOf(plan, slots.data)
  const isLocked = created > 0 && slots.data.length > 0 && slots.data.every(({ is_locked }) => is_locked)
  return (
    <>
      <p {...figures()}>
        <strong>{created}개</strong>가 추가됩니다{span && ` (${span.start} ~ ${span.end})`}.
        {skipped > 0 && ` 겹치거나 만들 수 없는 ${skipped}개는 건너뜁니다.`}
      </p>
      {reopened && <p className="warning medium">{`삭제했거나 만들지 않은 시간도 열립니다: ${reopened}`}</p>}
      {isLocked && (
        <p className="warning medium">지금은 모든 시간이 잠겨 있습니다. 추가되는 시간은 잠기지 않습니다.</p>
      )}
    </>
  )
}
