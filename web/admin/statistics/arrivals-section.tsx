import { NO_SHOW_RULE_TEXT, type Statistics } from '../../../contract/admin/statistics.ts'
import { shortKoreanDate } from '../../../domain/date-text.ts'
import { Heads } from '../components/heads.tsx'
import { figures } from '../../ui/figures.ts'

const Count = ({ of }: { of: number | null }) => <td>{of === null ? '-' : of.toLocaleString('ko')}</td>

/** No-shows of the kinds for which they are known. */
function rateOf({ arrived, no_shows }: Statistics['arrivals'][number]) {
  const known = (['tours', 'meetings'] as const).filter((kind) => no_shows[kind] !== null)
  const missed = known.reduce((sum, kind) => sum + no_shows[kind]!, 0)
  const all = known.reduce((sum, kind) => sum + arrived[kind], missed)
  return { missed: known.length === 0 ? null : missed, percent: all === 0 ? null : (100 * missed) / all }
}

export const ArrivalsSection = ({ arrivals }: Pick<Statistics, 'arrivals'>) => (
  <section className="card stack" data-gap="12">
    <h2 className="statistics__title">도착과 미도착</h2>
    <table {...figures('figures')} aria-label="날짜별 도착과 미도착">
      <Heads names={['날짜', '도착', '미도착', '미도착 비율']} />
      <tbody>
        {arrivals.map((day) => {
          const { date, arrived } = day
          const { missed, percent } = rateOf(day)
          return (
            <tr key={date}>
              <th scope="row" translate="no">
                {shortKoreanDate(date)}
              </th>
              <Count of={arrived.tours + arrived.meetings} />
              <Count of={missed} />
              <td className="strong">{percent === null ? '-' : `${Math.round(percent)}%`}</td>
            </tr>
          )
        })}
      </tbody>
    </table>
    <p className="muted small">{NO_SHOW_RULE_TEXT}</p>
  </section>
)
