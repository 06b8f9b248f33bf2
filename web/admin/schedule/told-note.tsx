import type { docentToBeTold, roomToBeTold } from '../../../contract/admin/places.ts'
import { toldText } from '../../../contract/admin/told.ts'
import { changedTexts, mustBeTold, placeTextsOf } from '../../../domain/place-texts.ts'
import type { ReservationKind } from '../../../domain/reservation.ts'
import type { Typed } from '../../ui/form/form.tsx'
import { POLL_MS, useRead } from '../../api/reads/use-read.ts'

export type Telling = {
  kind: ReservationKind
  id: number
  count: typeof docentToBeTold | typeof roomToBeTold
}

type Facts = Readonly<Record<string, unknown>>
type Props = {
  telling: Telling
  from: Facts
  /** Typed so far, valid or not. */
  typed: Typed | null
  schema: { safeParse(typed: unknown): { success: boolean; data?: unknown } }
}

export function ToldNote({ telling, from, typed, schema }: Props) {
  const { kind } = telling
  const parsed = schema.safeParse(typed)
  const textsOf = (facts: unknown) => placeTextsOf(kind, facts as Facts)
  const changes = parsed.success ? changedTexts(kind, textsOf(from), textsOf(parsed.data)) : []
  return (
    <div className="schedule__told" role="status">
      {mustBeTold(kind, changes) && <Count {...telling} />}
    </div>
  )
}

function Count({ id, count }: Telling) {
  const { data, isError } = useRead(count, { params: { id: String(id) } }, { poll: POLL_MS })
  if (data && data.reservations > 0)
    return (
      <p className="note schedule__warning">
        저장하면 회원의 예약내역이 새 내용으로 바뀌고, 변경 안내 메일이 발송됩니다.{' '}
        <strong>{`알림 메일을 받는 ${toldText(data)}`}</strong>
      </p>
    )
  if (data) return <p className="muted">변경을 메일로 알릴 예약이 없습니다.</p>
  if (isError)
    return (
      <p className="note schedule__warning">
        알림 메일을 받을 회원 수를 확인하지 못했습니다. 저장하면 해당 회원에게 메일로 알립니다.
      </p>
    )
  return <p className="muted">알림 메일을 받을 회원을 확인하고 있습니다.</p>
}
