import type { CSSProperties } from 'react'
import type { Statistics, PlaceFill } from '../../../contract/admin/statistics.ts'
import { fillPercent, sumOfFills, type Fill } from '../../../domain/fill-rate.ts'
import { Heads } from '../components/heads.tsx'
import { figures } from '../../ui/figures.ts'
import './fill-section.css'

const RATES = ['예약률', '찬 시간/전체 시간']

type Props = { fill: Statistics['fill'] }

/** How full docents, rooms and hours are: bars and columns with their figures as text, each a table to read out. */
export const FillSection = ({ fill: { docents, rooms, hours } }: Props) => (
  <>
    <div className="pair">
      <Bars title="도슨트별 예약률" head="도슨트" places={docents} />
      <Bars title="미팅룸별 예약률" head="미팅룸" places={rooms} />
    </div>
    <div className="pair">
      <Columns title="시간대별 투어 예약률" hours={hours.map(({ hour, tours }) => ({ hour, ...tours }))} />
      <Columns
        title="시간대별 미팅 예약률"
        hours={hours.map(({ hour, meetings }) => ({ hour, ...meetings }))}
      />
    </div>
  </>
)

const shareOf = (fill: Fill) => ({ '--share': `${fillPercent(fill) ?? 0}%` }) as CSSProperties
const percentText = (fill: Fill) => {
  const percent = fillPercent(fill)
  return percent === null ? '-' : `${percent}%`
}
const countText = ({ held, bookable }: Fill) =>
  `${held.toLocaleString('ko')}/${bookable.toLocaleString('ko')}`

const Head = ({ title, total }: { title: string; total: Fill }) => (
  <h2 className="statistics__title">
    <span>{title}</span>{' '}
    <span {...figures('muted')}>
      {percentText(total)} ({countText(total)})
    </span>
  </h2>
)

const Nothing = () => <p className="muted">이 기간에 예약할 수 있는 시간이 없습니다.</p>

function Bars({ title, head, places }: { title: string; head: string; places: readonly PlaceFill[] }) {
  const total = sumOfFills(places)
  return (
    <section className="card stack" data-gap="12">
      <Head title={title} total={total} />
      {total.bookable === 0 ? (
        <Nothing />
      ) : (
        <table className="bars" aria-label={title}>
          <Heads names={[head, ...RATES]} className="visually-hidden" />
          <tbody>
            {places.map((place) => (
              <tr key={place.id}>
                <th scope="row" translate="no">
                  {place.name}
                </th>
                <td className="bars__share">
                  <span className="bars__track" aria-hidden="true">
                    <span className="bars__bar" style={shareOf(place)} />
                  </span>
                  <span {...figures('strong bars__percent')}>{percentText(place)}</span>
                </td>
                <td {...figures('bars__count muted')}>{countText(place)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}

const hourText = (hour: number) => `${String(hour).padStart(2, '0')}:00`

function Columns({ title, hours: all }: { title: string; hours: readonly (Fill & { hour: number })[] }) {
  const hours = all.filter(({ bookable }) => bookable > 0)
  return (
    <section className="card stack" data-gap="12">
      <Head title={title} total={sumOfFills(hours)} />
      {hours.length === 0 ? (
        <Nothing />
      ) : (
        <>
          <div className="columns" aria-hidden="true">
            {hours.map((hour) => (
              <div key={hour.hour} {...figures('stack small columns__hour')} data-gap="4">
                <span className="strong">{fillPercent(hour)}</span>
                <span className="columns__track">
                  <span className="columns__column" style={shareOf(hour)} />
                </span>
                <span className="muted">{String(hour.hour).padStart(2, '0')}</span>
              </div>
            ))}
          </div>
          <p className="muted small" aria-hidden="true">
            시작 시각별, %
          </p>
          <table className="visually-hidden" aria-label={title}>
            <Heads names={['시간대', ...RATES]} />
            <tbody>
              {hours.map((hour) => (
                <tr key={hour.hour}>
                  <th scope="row">{hourText(hour.hour)}</th>
                  <td>{percentText(hour)}</td>
                  <td>{countText(hour)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </>
      )}
    </section>
  )
}
