import { useId, useState } from 'react'
import { listEventDatesAsAdmin } from '../../../contract/admin/event-dates.ts'
import { listSlotTimes } from '../../../contract/admin/slots.ts'
import { LoadState } from '../components/load-state.tsx'
import { useDiscard } from '../components/use-discard.tsx'
import { useReads } from '../components/use-reads.ts'
import { POLL_MS, useRead } from '../../api/reads/use-read.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { PlanFields } from './plan-fields.tsx'
import { PlanResultDialog } from './plan-result.tsx'
import './plan.css'
import type { SlotKind } from './slot-kind.ts'
import { SlotsMissing } from './slots-missing.tsx'
import type { PlanResult } from './use-plan-form.ts'
import { usePlanOutlook, type PlanData } from './use-plan-outlook.ts'

const NOTHING: PlanData = { places: [], dates: [], times: { patterns: [], days: [] } }

type Props = { kind: SlotKind; onClose: () => void }

export default function PlanDialog({ kind, onClose }: Props) {
  const [result, setResult] = useState<PlanResult | null>(null)
  const reads = usePlanReads(kind)
  const data: PlanData = reads.data ?? NOTHING
  const done = (made: PlanResult) => (made.skipped > 0 ? setResult(made) : onClose())
  if (result) return <PlanResultDialog {...data} result={result} onClose={onClose} />
  return <AskDialog {...{ kind, reads, data, onClose }} onDone={done} />
}

function usePlanReads(kind: SlotKind) {
  const poll = POLL_MS
  return useReads(
    {
      places: useRead<SlotKind['places']>(kind.places, {}, { poll }),
      dates: useRead(listEventDatesAsAdmin, {}, { poll }),
      times: useRead(listSlotTimes, { query: { kind: kind.type } }, { poll }),
    },
    '가용 시간을 불러오는데 실패했습니다.',
  )
}

type AskProps = Props & {
  reads: ReturnType<typeof usePlanReads>
  data: PlanData
  onDone: (result: PlanResult) => void
}

function AskDialog({ kind, reads, data, onClose, onDone }: AskProps) {
  const formId = useId()
  const title = `${kind.type === 'tour' ? '투어' : '미팅룸'} 시간 한꺼번에 만들기`
  const plan = usePlanOutlook(kind, data, onDone)
  const { form, outlook } = plan
  const discard = useDiscard(form.props.ref, onClose)
  const leave = () => !form.pending && discard.close()
  const isKnown = outlook !== null && plan.day.isTyped
  const isReady = data.places.length > 0 && data.dates.length > 0
  return (
    <>
      <Dialog
        title={title}
        wide
        onClose={leave}
        actions={
          <>
            <Button onClick={leave}>닫기</Button>
            {isReady && (
              <Button
                type="submit"
                form={formId}
                kind="primary"
                pending={form.pending}
                pendingLabel="만드는 중..."
                disabled={isKnown && outlook.total.created === 0}
              >
                {isKnown ? `${outlook.total.created.toLocaleString('ko')}개 시간 만들기` : '시간 만들기'}
              </Button>
            )}
          </>
        }
      >
        <LoadState reads={reads}>
          {({ places, dates }) =>
            isReady ? (
              <PlanFields {...{ kind, data, plan, formId, title }} />
            ) : (
              <SlotsMissing
                kind={kind}
                hasPlaces={places.length > 0}
                hasDates={dates.length > 0}
                onLeave={onClose}
              />
            )
          }
        </LoadState>
      </Dialog>
      {discard.question}
    </>
  )
}
