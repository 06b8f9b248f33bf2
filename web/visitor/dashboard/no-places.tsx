import { EmptyState } from '../../ui/notice.tsx'
import type { Kind } from './choice.ts'

export const NoPlaces = ({ kind }: { kind: Kind }) => (
  <EmptyState
    title={
      kind === 'tour'
        ? '이 날짜에는 예약할 수 있는 투어가 없습니다'
        : '이 날짜에는 예약할 수 있는 미팅룸이 없습니다'
    }
  >
    다른 날짜를 선택해주세요.
  </EmptyState>
)
