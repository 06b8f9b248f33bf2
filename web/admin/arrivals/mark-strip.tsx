import { madridTime } from '../../../domain/madrid-time.ts'
import { Button } from '../../ui/controls.tsx'
import { figures } from '../../ui/figures.ts'
import { undoMark } from '../components/marks/marking.ts'
import { forgetMark, type Mark } from '../components/marks/marks.ts'

export const MarkStrip = ({ marks }: { marks: readonly Mark[] }) => (
  <div role="status">
    {marks.length > 0 && (
      <ul className="stack" data-gap="4" aria-label="방금 확인한 도착">
        {[...marks].reverse().map((mark) => (
          <li key={mark.key} className="row marks__row" data-state={mark.state}>
            <span className="grow">
              <span {...figures('strong')}>{mark.name}</span> <span {...figures()}>{textOf(mark)}</span>
            </span>
            {(mark.state === 'done' || mark.state === 'waiting') && (
              <Button
                size="small"
                aria-label={`${mark.name} 도착 확인 되돌리기`}
                onClick={() => undoMark(mark)}
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

function textOf({ id, state, at, arrived_at, text }: Mark): string {
  const time = madridTime(Date.parse(arrived_at ?? at))
  if (state === 'refused') return text!
  if (state === 'sending') return `${time} 도착 · 보내는 중`
  if (state === 'waiting') return `${time} 도착 · 연결되면 ${id === null ? '코드를 확인하고 ' : ''}보냅니다`
  return `${time} 도착 확인`
}
