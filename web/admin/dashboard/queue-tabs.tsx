import { shortKoreanDate } from '../../../domain/madrid-time.ts'
import { Button } from '../../ui/controls.tsx'
import { figures } from '../../ui/figures.ts'
import { KeyHelp } from './key-help.tsx'
import type { QueuePage } from './queue.ts'
import { ALL, type QueueReads } from './use-queue-reads.ts'

export const BY_WAITING = '오래 기다린 순'

type Days = QueuePage['days']

export const foundOn = (days: Days, date: string) =>
  days.filter((day) => date === ALL || day.date === date).reduce((sum, { count }) => sum + count, 0)

/** The selected date keeps its tab after its last decision. */
export function tabsOf(days: Days, selected: string, countOn: (date: string) => number) {
  const dates = new Set(days.map(({ date }) => date))
  if (selected !== ALL) dates.add(selected)
  return [ALL, ...[...dates].sort()].map((date) => ({
    id: date,
    label: <TabLabel text={date === ALL ? '전체' : shortKoreanDate(date)} count={countOn(date)} />,
  }))
}

const TabLabel = ({ text, count }: { text: string; count: number }) => (
  <span {...figures()}>
    {text} <span className="queue__count">{count}</span>
    <span className="visually-hidden">건</span>
  </span>
)

export const QueueTools = ({ isByWaiting, setByWaiting, isHelpOpen, onHelp }: ToolsProps) => (
  <div className="row queue__tools">
    <Button size="small" aria-pressed={isByWaiting} onClick={() => setByWaiting(!isByWaiting)}>
      {BY_WAITING}
    </Button>
    <KeyHelp isOpen={isHelpOpen} onOpen={() => onHelp(true)} onClose={() => onHelp(false)} />
  </div>
)

type ToolsProps = Pick<QueueReads, 'isByWaiting' | 'setByWaiting'> & {
  isHelpOpen: boolean
  onHelp: (isOpen: boolean) => void
}
