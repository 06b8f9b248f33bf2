import { useId } from 'react'
import { NO_SHOW_RULE_TEXT, type HourFill, type Statistics } from '../../../contract/admin/statistics.ts'
import { shortKoreanDate } from '../../../domain/madrid-time.ts'
import { fillPercent, percentText, type Fill } from '../../../domain/fill-rate.ts'
import { figures } from '../../ui/figures.ts'
import { FiguresTable, type FiguresProps } from './figures-table.tsx'
import './charts.css'

/** Null is unknown. */
type Group = { label: string; values: readonly [number | null, number | null] }
type Chart = {
  title: string
  about: string
  series: readonly [string, string]
  max: number
  unit: string
  groups: readonly Group[]
}

/** Pixels; the width is in percent, so that text never scales. */
const [TOP, BASE, HEIGHT] = [20, 180, 204]
const SHARES = [1, 0.5, 0]
// More labels would overlap.
const MOST_LABELS = 12

function BarChart({ title, about, series, max, unit, groups }: Chart) {
  const id = useId()
  const step = 100 / groups.length
  const bar = 40 / Math.max(groups.length, 5)
  const labelled = Math.ceil(groups.length / MOST_LABELS)
  const sparse = Math.ceil((groups.length * 2) / MOST_LABELS)
  const tops = groups.map(({ values }) => Math.max(...values.map((value) => value ?? 0)))
  // Narrow screens keep the highest.
  const kept = labelled === 1 ? tops.indexOf(Math.max(...tops)) % sparse : 0
  return (
    <>
      <p className="row small" data-wrap aria-hidden="true">
        {series.map((name, at) => (
          <span key={name} className="row">
            <span className="chart__sign" data-second={at === 1 || undefined} />
            <span>{name}</span>
          </span>
        ))}
      </p>
      <svg className="chart" role="img" aria-labelledby={`${id}-title ${id}-about`} height={HEIGHT}>
        <title id={`${id}-title`}>{title}</title>
        <desc id={`${id}-about`}>{about}</desc>
        {SHARES.map((share) => {
          const y = BASE - share * (BASE - TOP)
          return (
            <g key={share}>
              <line className="chart__line" x1="0" x2="100%" y1={y} y2={y} />
              {Number.isInteger(share * max) && (
                <text {...figures('chart__text chart__axis')} x="-8" y={y + 4}>
                  {`${(share * max).toLocaleString('ko')}${unit}`}
                </text>
              )}
            </g>
          )
        })}
        {groups.map(({ label, values }, at) => {
          const middle = step * (at + 0.5)
          return (
            <g key={label} data-between={at % sparse !== kept || undefined}>
              {values.map((value, second) => {
                const height = ((value ?? 0) / max) * (BASE - TOP)
                const left = middle - bar * (1 - second)
                return (
                  <g key={series[second]}>
                    <rect
                      className="chart__bar"
                      data-second={second === 1 || undefined}
                      x={`${left}%`}
                      width={`${bar}%`}
                      y={BASE - height}
                      height={height}
                    />
                    {value !== null && labelled === 1 && (
                      <text
                        {...figures('chart__text chart__value')}
                        data-second={second === 1 || undefined}
                        x={`${left + bar / 2}%`}
                        y={BASE - height - 4}
                      >
                        {value.toLocaleString('ko')}
                      </text>
                    )}
                  </g>
                )
              })}
              {at % labelled === 0 && (
                <text {...figures('chart__text')} x={`${middle}%`} y={HEIGHT - 6}>
                  {label}
                </text>
              )}
            </g>
          )
        })}
      </svg>
    </>
  )
}

type PartProps = FiguresProps & { chart: Chart; empty: string; note?: string }

const ChartPart = ({ chart, empty, note, ...table }: PartProps) => (
  <section className="card stack chart__part" data-gap="12">
    <h2>{chart.title}</h2>
    {table.rows.length === 0 ? (
      <p className="muted">{empty}</p>
    ) : (
      <>
        <BarChart {...chart} />
        <details>
          <summary className="small chart__summary">표로 보기</summary>
          <FiguresTable label={chart.title} {...table} />
          {note !== undefined && <p className="muted small">{note}</p>}
        </details>
      </>
    )}
  </section>
)

export const fillText = (fill: Fill, unit = '') =>
  fill.bookable === 0
    ? '-'
    : `${percentText(fill)} (${fill.held.toLocaleString('ko')}/${fill.bookable.toLocaleString('ko')}${unit})`
const hourText = (hour: number) => `${String(hour).padStart(2, '0')}시`

export const OccupancyChart = ({ minutes }: { minutes: readonly HourFill[] }) => (
  <ChartPart
    chart={{
      title: '시간대별 이용률(%)',
      about: '예약할 수 있는 시간 가운데 예약된 시간의 비율, 시각별',
      series: ['투어', '미팅룸'],
      max: 100,
      unit: '%',
      groups: minutes.map(({ hour, tours, meetings }) => ({
        label: hourText(hour),
        values: [fillPercent(tours), fillPercent(meetings)],
      })),
    }}
    empty="등록된 시간이 없습니다."
    columns={['시간대', '투어', '미팅룸']}
    rows={minutes.map(({ hour, tours, meetings }) => [
      hourText(hour),
      fillText(tours, '분'),
      fillText(meetings, '분'),
    ])}
  />
)

/** Null is unknown. */
export const sumOf = ({ tours, meetings }: { tours: number | null; meetings: number | null }) =>
  tours === null && meetings === null ? null : (tours ?? 0) + (meetings ?? 0)

/** Visits without a no-show count do not enter the rate. */
function rateOf({ arrived, no_shows }: Statistics['arrivals'][number]) {
  const missed = sumOf(no_shows)
  if (missed === null) return '-'
  const known =
    (no_shows.tours === null ? 0 : arrived.tours) + (no_shows.meetings === null ? 0 : arrived.meetings)
  return known + missed === 0 ? '-' : `${Math.round((100 * missed) / (known + missed))}%`
}

export function ArrivalsChart({ days }: { days: Statistics['arrivals'] }) {
  const counts = days.map((day) => ({ ...day, came: sumOf(day.arrived) ?? 0, missed: sumOf(day.no_shows) }))
  return (
    <ChartPart
      chart={{
        title: '도착과 미도착',
        about: '도착한 예약과 미도착 예약의 수, 날짜별',
        series: ['도착', '미도착'],
        max: Math.max(1, ...counts.flatMap(({ came, missed }) => [came, missed ?? 0])),
        unit: '건',
        groups: counts.map(({ date, came, missed }) => ({
          label: shortKoreanDate(date).split(' ')[0]!,
          values: [came, missed],
        })),
      }}
      empty="도착을 확인한 날짜가 없습니다."
      columns={['날짜', '도착', '미도착', '미도착 비율']}
      rows={counts.map((day) => [
        shortKoreanDate(day.date),
        day.came.toLocaleString('ko'),
        day.missed?.toLocaleString('ko') ?? '-',
        rateOf(day),
      ])}
      note={NO_SHOW_RULE_TEXT}
    />
  )
}
