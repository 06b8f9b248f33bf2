import type { KeptSample } from '../../../../contract/admin/go-live.ts'
import { keptTexts } from './sample-text.ts'

/** Sample data that the real event depends on. */
export function KeptList({ kept }: { kept: KeptSample }) {
  const texts = keptTexts(kept)
  if (texts.length === 0) return null
  return (
    <div className="start__kept small">
      <p className="strong">실제 행사에 쓰이고 있어 남는 항목</p>
      <ul>
        {texts.map((text) => (
          <li key={text} className="numerals">
            {text}
          </li>
        ))}
      </ul>
      <p>필요하지 않으면 예약을 처리한 뒤 일정 관리에서 삭제해주세요.</p>
    </div>
  )
}
