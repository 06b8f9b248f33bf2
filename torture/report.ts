import type { Call } from './history.ts'
import type { CommandOptions } from './options.ts'
import type { Verdict } from './run.ts'

/** Examples per violated law. */
const EXAMPLES = 5

export function reportOf({ calls, faults, violations, seconds, evidence }: Verdict): string {
  const perMinute = Math.round((calls.length / seconds) * 60)
  const outcomes = ['ok', 'refused', 'unknown'] as const
  const kinds = [...Map.groupBy(calls, ({ kind }) => kind)].map(([kind, these]) =>
    outcomes
      .map((outcome) => these.filter((call) => call.outcome === outcome).length)
      .reduce((line, count) => line + String(count).padStart(9), `  ${kind.padEnd(18)}`),
  )
  const unknown = Map.groupBy(
    calls.filter(({ outcome }) => outcome === 'unknown'),
    ({ status, code }) => `${status ?? 'lost'} ${code}`,
  )
  const laws = [...Map.groupBy(violations, ({ law }) => law)].flatMap(([law, these]) => [
    `  ${these.length} x ${law}`,
    ...these.slice(0, EXAMPLES).map(({ text }) => `      ${text}`),
  ])
  return [
    `${calls.length} calls in ${seconds.toFixed(1)} s, ${perMinute} a minute`,
    `  ${'kind'.padEnd(18)}${outcomes.map((outcome) => outcome.padStart(9)).join('')}`,
    ...kinds,
    `unknown: ${countsText(unknown)}`,
    `slowest: ${slowestText(calls)}`,
    `faults: ${[...faults].map(([kind, count]) => `${kind} ${count}`).join(', ') || 'none'}`,
    `left: ${evidence.reservations.length} reservations, ${evidence.history.length} changes, ` +
      `${evidence.mails.length} mails (${evidence.arrived.length} arrivals), ${evidence.audit.length} audit entries, ` +
      `${evidence.waits.length} waits (${evidence.waits.filter(({ outcome }) => outcome === 'served').length} served), ` +
      `${evidence.reservations.filter(({ arrived_at }) => arrived_at !== null).length} marked as there`,
    `${violations.length} violations`,
    ...laws,
  ].join('\n')
}

const slowestText = (calls: readonly Call[]) => {
  const slowest = calls.toSorted((a, b) => b.end - b.begin - (a.end - a.begin))[0]
  return slowest ? `${slowest.kind} ${Math.round(slowest.end - slowest.begin)} ms` : 'none'
}

const countsText = (groups: ReadonlyMap<string, unknown[]>) =>
  [...groups].map(([name, these]) => `${name} ${these.length}`).join(', ') || 'none'

/** Repeats the same plan. */
export const commandOf = (options: CommandOptions): string =>
  [
    `npm run torture -- --seed ${options.seed} --minutes ${options.minutes}`,
    `--faults ${options.faults.join(',') || 'none'} --processes ${options.processes}`,
    ...(options.isWeakened ? ['--weakened'] : []),
  ].join(' ')
