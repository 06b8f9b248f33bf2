import type { TierImpact } from '../../../contract/admin/members.ts'
import { shortKoreanDate } from '../../../domain/madrid-time.ts'
import { TierBadge } from '../../components/tier.tsx'
import { figures } from '../../ui/figures.ts'

type Props = { impact: Pick<TierImpact, 'above' | 'reservations'> }

export const AboveList = ({ impact: { above, reservations } }: Props) => (
  <div className="stack note users__above" data-gap="8">
    <p>
      <strong>{`새 등급보다 높은 등급의 예약 ${above.toLocaleString('ko')}건이 있습니다.`}</strong> 예약은
      그대로 유지됩니다.
    </p>
    {/* Scrollable without focusable content, so the list itself takes the focus. */}
    {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
    <ul className="stack users__above-list" data-gap="8" tabIndex={0} aria-label="유지되는 예약">
      {reservations.map(({ id, member, place, date, time, end_time }) => (
        <li key={id}>
          <span {...figures('strong')}>
            {member.name} ({member.company_name})
          </span>
          <span className="row" data-wrap>
            <span {...figures()}>
              {shortKoreanDate(date)} {time} ~ {end_time}
            </span>
            <span translate="no">{place.name}</span>
            <TierBadge of={place} />
          </span>
        </li>
      ))}
      {above > reservations.length && <li>{`외 ${(above - reservations.length).toLocaleString('ko')}건`}</li>}
    </ul>
  </div>
)
