import { SLOT_TEXT } from '../../../components/slot-text.ts'

const SHAPES = [
  { state: 'available', text: SLOT_TEXT.available },
  { state: 'reserved', text: SLOT_TEXT.reserved, isClosed: true },
  { state: 'unavailable', text: SLOT_TEXT.unavailable, isClosed: true },
  { state: 'own', text: SLOT_TEXT.own },
  { state: 'above_tier', text: '등급 전용', isClosed: true },
]

/** The meaning of each shape, which has no room for its word; assistive technology reads it in each cell. */
export const Legend = () => (
  <ul className="overview__legend" aria-hidden="true">
    {SHAPES.map(({ state, text, isClosed }) => (
      <li key={state}>
        <span className="overview__slot" data-state={state} data-closed={isClosed} /> {text}
      </li>
    ))}
  </ul>
)
