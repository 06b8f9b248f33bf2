import { madridTime } from '../../../domain/madrid-time.ts'
import { Button } from '../../ui/button.tsx'
import { forgetMark, undoMark, type Mark } from './marks.ts'

export const MarkStrip = ({ marks }: { marks: readonly Mark[] }) => (
  <div role="status">
    {marks.length > 0 && (
      <ul className="marks" aria-label="방금 확인한 도착">
        {marks.toReversed().map((mark) => (
          <li key={mark.key} className="marks__row" data-state={mark.state}>
            <span className="grow">
              <span className="strong">{mark.name}</span> <span className="numerals">{textOf(mark)}</span>
            </span>
            {mark.state === 'done' && (
              <Button
                size="small"
                aria-label={`${mark.name} 도착 확인 되돌리기`}
                onClick={() => void undoMark(mark)}
              >
                되돌리기
              </Button>
            )}
            {mark.state === 'refused' && (
              <Button size="small" aria-label={`${mark.name} 알림 닫기`} onClick={() => forgetMark(mark.key)}>
                닫기
              </Button>
            )}
          </li>
        ))}
      </ul>
    )}
  </div>
)

function textOf({ state, at, arrived_at, text }: Mark): string {
  const time = madridTime(Date.parse(arrived_at ?? at))
  if (state === 'refused') return text!
  if (state === 'undoing') return '되돌리는 중'
  if (state === 'sending') return `${time} 도착 · 보내는 중`
  if (state === 'waiting') return `${time} 도착 · 연결되면 보냅니다`
  return `${time} 도착 확인`
}
