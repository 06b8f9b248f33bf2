import { OUTCOME_TEXT, type Rearranged } from '../../../contract/admin/rearrange.ts'
import { shortKoreanDate } from '../../../domain/madrid-time.ts'
import { Badge } from '../../ui/list/badge.tsx'
import { figures } from '../../ui/figures.ts'
import { newText } from './wanted.ts'
import '../components/affected-reservations.css'

type Props = { results: readonly Rearranged[]; possible: number; isCancelling: boolean }

/** Impossible ones first. */
export function Outcomes({ results, possible, isCancelling }: Props) {
  const isOk = ({ outcome }: Rearranged) => outcome === 'ok'
  const sorted = [...results.filter((each) => !isOk(each)), ...results.filter(isOk)]
  return (
    <>
      <p {...figures('strong')} role="status">
        {results.length === 0
          ? '해당하는 예약이 없습니다.'
          : `${results.length.toLocaleString('ko')}건 중 ${possible.toLocaleString('ko')}건 가능`}
      </p>
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
            <p translate="no">
              <strong>{each.visitor}</strong>
              <span {...figures('muted small affected__place')}>
                {shortKoreanDate(each.from.date)} {each.from.time} · {each.from.place}{' '}
                {newText(each) && <strong>→ {newText(each)}</strong>}
              </span>
            </p>
            <Badge tone={!isOk(each) ? 'rejected' : isCancelling ? 'cancel-requested' : 'approved'}>
              {isCancelling ? '취소 예정' : OUTCOME_TEXT[each.outcome]}
            </Badge>
          </div>
        ))}
      </div>
    </>
  )
}
