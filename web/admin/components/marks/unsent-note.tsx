import { useEffect } from 'react'
import { isUnsent, resumeMarks, useMarks } from './marks.ts'

/** On every screen, because any of them sends what this device has kept. */
export function UnsentNote() {
  const { length } = useMarks().filter(isUnsent)
  useEffect(resumeMarks, [])
  return (
    <div role="status">
      {length > 0 && (
        <p className="center admin-layout__rehearsal">{`보내지 않은 도착 ${length}건 · 연결되면 보냅니다`}</p>
      )}
    </div>
  )
}
