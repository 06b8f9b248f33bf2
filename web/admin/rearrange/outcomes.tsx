import {
  OUTCOME_TEXT,
  type Rearranged,
  type rearrangeReservations,
} from '../../../contract/admin/rearrange.ts'
import type { ResponseOf } from '../../../contract/endpoint.ts'
import { shortKoreanDate } from '../../../domain/madrid-time.ts'
import { StatusBadge } from '../../components/reservation/status-badge.tsx'
import { TierBadge } from '../../components/tier.tsx'
import { FormError } from '../../ui/form/form.tsx'
import { Badge } from '../../ui/list/badge.tsx'
import { figures } from '../../ui/figures.ts'
import { newText } from './wanted.ts'
import '../components/affected-reservations.css'

type Props = { preview: ResponseOf<typeof rearrangeReservations>; isCancelling: boolean }

/** Impossible ones first. */
export function Outcomes({ preview, isCancelling }: Props) {
  const { results, message, refusal } = preview
  const isOk = ({ outcome }: Rearranged) => outcome === 'ok'
  const sorted = [...results.filter((each) => !isOk(each)), ...results.filter(isOk)]
  return (
    <>
      <p className="strong" role="status">
        {refusal === null && message}
      </p>
      <FormError text={refusal} />
      <div
        className="affected"
        role="region"
        aria-label="예약별 결과"
        // Arrow keys scroll only what has the focus.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- see above
        tabIndex={0}
        hidden={sorted.length === 0}
      >
        {sorted.map((each) => (
          <div key={each.id} className="row rearrange__outcome" data-spread>
            <div>
              <p className="row" data-wrap>
                <strong translate="no">{each.visitor}</strong>
                <span translate="no">{each.company}</span>
                <span {...figures('muted')}>{`${each.count}명`}</span>
                <TierBadge of={each} />
                {each.status !== 'APPROVED' && <StatusBadge status={each.status} />}
              </p>
              <p {...figures('muted small')}>
                {shortKoreanDate(each.from.date)} {each.from.time} · {each.from.place}{' '}
                {newText(each) && <strong>→ {newText(each)}</strong>}
              </p>
            </div>
            <Badge tone={!isOk(each) ? 'rejected' : isCancelling ? 'cancel-requested' : 'approved'}>
              {isCancelling ? '취소 예정' : OUTCOME_TEXT[each.outcome]}
            </Badge>
          </div>
        ))}
      </div>
    </>
  )
}
