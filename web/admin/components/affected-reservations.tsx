import { Link } from 'wouter'
import { listReservations } from '../../../contract/admin/reservations.ts'
import { reservationsIn } from '../../../contract/reservation.ts'
import { useRead } from '../../api/reads/use-read.ts'
import { PATHS } from '../../paths.ts'
import { figures } from '../../ui/figures.ts'
import { Skeletons } from '../../ui/page.tsx'
import { LoadState, useReads } from './load-state.tsx'
import { ReasonField } from './reason-field.tsx'
import { queryText } from '../../api/client.ts'
import { VisitorName, visitText } from './visit.tsx'
import './affected-reservations.css'

type Props = {
  ids: readonly number[]
  /** Moved reservations are not cancelled. */
  offersMove: boolean
  isCancelled: boolean
  /** The reason for the cancellation. */
  reason: string
  onReason: (text: string) => void
}

/** As many as fit into an address. */
const MAX = 1_000

const addressOf = (ids: readonly number[]) => PATHS.adminReservation + queryText({ ids: ids.join(',') })

export default function AffectedReservations({ ids, offersMove, isCancelled, reason, onReason }: Props) {
  const shown = ids.slice(0, MAX)
  const list = useRead(listReservations, { query: { ids: shown.join(',') } })
  const reads = useReads({ list }, '예약 목록을 불러오는데 실패했습니다.', { isBanner: true })
  return (
    <div className="stack" data-gap="8">
      <LoadState reads={reads} skeleton={<Skeletons count={3} shape="cell" />}>
        {({ list }) => {
          const known = new Map(reservationsIn(list).map((each) => [each.id, each]))
          return (
            <ul className="affected lined" aria-label="해당 예약">
              {shown.map((id) => {
                const reservation = known.get(id)
                return (
                  reservation && (
                    <li key={id}>
                      <Link href={addressOf([id])} className="affected__link">
                        <VisitorName visitor={reservation.visitor} />
                        <span {...figures('muted affected__place small')}>{visitText(reservation)}</span>
                      </Link>
                    </li>
                  )
                )
              })}
            </ul>
          )
        }}
      </LoadState>
      {ids.length > MAX && <p className="small">{`앞의 ${MAX.toLocaleString('ko')}건만 표시합니다.`}</p>}
      {offersMove && (
        <Link href={addressOf(shown)} className="button" data-size="small">
          먼저 옮기기
        </Link>
      )}
      {isCancelled && (
        <ReasonField
          action="cancel"
          field={{ name: 'reason', error: undefined }}
          hint="취소되는 예약의 신청자에게 이메일로 전달됩니다. 비워 두면 기본 안내를 보냅니다."
          reason={reason}
          onReason={onReason}
          isOptional
        />
      )}
    </div>
  )
}
