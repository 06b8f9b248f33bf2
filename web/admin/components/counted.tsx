import { Link } from 'wouter'
import type { StatusFilter } from '../../../domain/reservation-filter.ts'
import { PATHS } from '../../paths.ts'
import { figures } from '../../ui/figures.ts'

type Props = {
  status: StatusFilter
  type?: 'tour' | 'meeting'
  date?: string | undefined
  /** Read out before the text. */
  of?: string
  text: string
  count: number
}

/** A figure that leads to the reservations that it counts. */
export const Counted = ({ status, type, date = 'all', of, text, count }: Props) => (
  <Link
    to={`${PATHS.adminReservation}?${String(new URLSearchParams({ date, ...(type && { type }), status }))}`}
    {...figures('counted')}
  >
    {of && <span className="visually-hidden">{of} </span>}
    {text} <span className="counted__count">{count.toLocaleString('ko')}</span>
  </Link>
)
