import { ChoiceBar } from '../../ui/choice/choice-bar.tsx'
import type { Kind } from '../../paths.ts'
import './view-choice.css'

export type DayView = 'single' | 'overview' | 'by_time'

type Props = {
  kind: Kind
  isWide: boolean
  view: DayView
  onChoose: (view: DayView) => void
}

export const ViewChoice = ({ kind, isWide, view, onChoose }: Props) => (
  <div className="view-choice">
    <ChoiceBar
      label="보기 방식"
      choices={
        isWide
          ? [
              { id: 'single', label: '하나씩 보기' },
              { id: 'overview', label: '한눈에 보기' },
            ]
          : [
              { id: 'single', label: kind === 'tour' ? '도슨트 먼저' : '미팅룸 먼저' },
              { id: 'by_time', label: '시간 먼저 고르기' },
            ]
      }
      chosen={view}
      onChoose={onChoose}
    />
  </div>
)
