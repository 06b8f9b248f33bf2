import { EmptyState } from '../../ui/page.tsx'

export const NoDates = () => (
  <EmptyState title="등록된 행사 일정이 없습니다">
    일정이 등록되면 이 화면에서 바로 예약하실 수 있습니다.
  </EmptyState>
)
