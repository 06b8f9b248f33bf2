import type { Statistics } from '../../../contract/admin/statistics.ts'
import { shortKoreanDate } from '../../../domain/date-text.ts'
import { figures } from '../../ui/figures.ts'

const sum = ({ tours, meetings }: { tours: number; meetings: number }) => tours + meetings

const Count = ({ of }: { of: number }) => <td>{of.toLocaleString('ko')}</td>

/** How many came and how many did not, on the dates on which arrivals were marked. */
export const ArrivalsSection = ({ arrivals }: Pick<Statistics, 'arrivals'>) => (
  <section className="card stack" data-gap="12">
    <h2 className="statistics__title">도착과 미도착</h2>
    <table {...figures('figures')} aria-label="날짜별 도착과 미도착">
      <thead>
        <tr>
          <th scope="col">날짜</th>
          <th scope="col">도착</th>
          <th scope="col">미도착</th>
          <th scope="col">미도착 비율</th>
        </tr>
      </thead>
      <tbody>
        {arrivals.map(({ date, arrived, no_shows }) => {
          const [came, missed] = [sum(arrived), sum(no_shows)]
          return (
            <tr key={date}>
              <th scope="row" translate="no">
                {shortKoreanDate(date)}
              </th>
              <Count of={came} />
              <Count of={missed} />
              <td className="strong">
                {came + missed === 0 ? '-' : `${Math.round((100 * missed) / (came + missed))}%`}
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
    <p className="muted small">도착을 확인한 날짜의 끝난 예약만 셉니다.</p>
  </section>
)
