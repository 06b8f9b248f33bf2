import { SLOT_TEXT } from '../../../components/slot-text.ts'

const SHAPES = [
  ['available', SLOT_TEXT.available],
  ['reserved', SLOT_TEXT.reserved],
  ['unavailable', SLOT_TEXT.unavailable],
  ['own', SLOT_TEXT.own],
  ['above_tier', '등급 전용'],
] as const

/** The meaning of each shape, which has no room for its word; assistive technology reads it in each cell. */
export const Legend = () => (
  <ul className="overview__legend" aria-hidden="true">
    {SHAPES.map(([state, text]) => (
      <li key={state}>
        <span className="overview__slot" data-state={state} /> {text}
      </li>
    ))}
  </ul>
)
