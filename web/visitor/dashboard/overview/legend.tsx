import { WAITLIST_STATE_TEXT } from '../../../../contract/text/waitlist-text.ts'
import { SLOT_TEXT } from '../../../components/slot-text.ts'
import { useWaitlist } from '../../components/waitlist/use-waitlist.ts'

const SHAPES = [
  { state: 'available', text: SLOT_TEXT.available },
  { state: 'reserved', text: SLOT_TEXT.reserved, isClosed: true },
  { state: 'unavailable', text: SLOT_TEXT.unavailable, isClosed: true },
  { state: 'own', text: SLOT_TEXT.own },
  { state: 'requested', text: SLOT_TEXT.requested },
  { state: 'above_tier', text: '등급 전용', isClosed: true },
]

type Props = { isClosed: boolean }

/** Visual only: each cell names its state for assistive technology. */
export function Legend(day: Props) {
  const { isOpen, places } = useWaitlist()
  return (
    <ul className="muted small overview__legend" aria-hidden="true">
      {SHAPES.map(({ state, text, isClosed }) => (
        <li key={state}>
          <span className="overview__slot cell" data-state={state} data-closed={isClosed} />{' '}
          <span>{`${text}${state === 'reserved' && isOpen && !day.isClosed ? ' (누르면 자리 대기)' : ''}`}</span>
        </li>
      ))}
      {places.size > 0 && (
        <li>
          <span className="overview__slot cell" data-state="reserved" data-line="1" />{' '}
          <span>{WAITLIST_STATE_TEXT.waiting}</span>
        </li>
      )}
    </ul>
  )
}
