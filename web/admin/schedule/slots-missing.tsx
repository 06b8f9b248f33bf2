import { Button } from '../../ui/controls.tsx'
import { EmptyState } from '../../ui/page.tsx'
import { useTab } from './address.ts'
import type { SlotKind } from './slot-kind.ts'

type Props = {
  kind: SlotKind
  hasPlaces: boolean
  hasDates: boolean
  onLeave?: () => void
}

export function SlotsMissing({ kind, hasPlaces, hasDates, onLeave }: Props) {
  const [, openTab] = useTab()
  const go = (tab: Parameters<typeof openTab>[0]) => {
    onLeave?.()
    openTab(tab)
  }
  return (
    <EmptyState title="아직 가용 시간을 추가할 수 없습니다.">
      <p>{`가용 시간은 ${kind.place} 하나와 날짜 하나에 속합니다. 먼저 등록해주세요.`}</p>
      <div className="row">
        {!hasPlaces && <Button onClick={() => go(kind.placesTab)}>{`${kind.place} 관리 열기`}</Button>}
        {!hasDates && <Button onClick={() => go('dates')}>날짜 관리 열기</Button>}
      </div>
    </EmptyState>
  )
}
