import { Button } from '../../ui/button.tsx'
import type { Cursor } from './use-cursor.ts'
import './page-steps.css'

type Props = {
  /** The name of the paged list. */
  label: string
  cursor: Cursor
  /** How many stand on this page, and on all of them. */
  shown: number
  count: number
  next: string | null
}

const number = (of: number) => of.toLocaleString('ko')

/** Which part of a long list is shown, and the way to those before and after it. Nothing where it is the whole. */
export function PageSteps({ label, cursor, shown, count, next }: Props) {
  if (cursor.isFirst && next === null) return null
  const { before, isFirst } = cursor
  return (
    <nav className="page-steps" aria-label={label}>
      <p className="numerals" role="status">
        {number(count)}건 중 {number(shown === 0 ? before : before + 1)}~{number(before + shown)}번째
      </p>
      <Button size="small" aria-disabled={isFirst || undefined} onClick={() => cursor.toPrevious()}>
        이전
      </Button>
      <Button
        size="small"
        // Not `disabled`: at the last page the focus is to stay where it was.
        aria-disabled={next === null || undefined}
        onClick={() => next !== null && cursor.toNext(next, shown)}
      >
        다음
      </Button>
    </nav>
  )
}
