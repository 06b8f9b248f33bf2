import { useState } from 'react'
import type { Line, LineEntry } from '../../../../contract/admin/waitlist.ts'
import { PASSED_OVER_TEXT } from '../../../../contract/text/waitlist-text.ts'
import { momentText } from '../../../components/reservation/reservation-text.ts'
import { TierBadge } from '../../../components/tier.tsx'
import { wantedRange } from '../../../components/waitlist-entry-text.ts'
import { Button } from '../../../ui/button.tsx'
import { useFocusFallback } from '../../../ui/dialog/use-focus-fallback.ts'
import { RemoveDialog } from './remove-dialog.tsx'
import './line-list.css'

type Props = {
  line: Line
  onChanged: () => void
}

export function LineList({ line, onChanged }: Props) {
  const [removing, setRemoving] = useState<LineEntry | null>(null)
  // The removed entry's button is gone; focus goes to the first remaining one.
  const list = useFocusFallback<HTMLDivElement>((held) => held.querySelector('button'))
  return (
    <div ref={list}>
      <ol className="line-list">
        {line.entries.map((entry) => (
          <li key={entry.id} className="line-list__entry">
            <span className="line-list__place numerals">{entry.place}</span>
            <div className="grow">
              <p>
                <TierBadge of={entry.user} /> <span className="strong">{entry.user.company_name}</span>{' '}
                {entry.user.name}
              </p>
              <p className="muted small numerals">
                {wantedRange(entry)} · {entry.visitor.count}명 · {momentText(entry.created_at)}부터{' '}
                <a href={`tel:${entry.user.phone}`}>{entry.user.phone}</a>
              </p>
              {entry.passed_over && (
                <p className="line-list__warning small">{PASSED_OVER_TEXT[entry.passed_over]}</p>
              )}
            </div>
            <Button size="small" aria-haspopup="dialog" onClick={() => setRemoving(entry)}>
              자리 대기 종료<span className="visually-hidden">: {entry.user.name}</span>
            </Button>
          </li>
        ))}
      </ol>
      {removing && <RemoveDialog entry={removing} onClose={() => setRemoving(null)} onRemoved={onChanged} />}
    </div>
  )
}
